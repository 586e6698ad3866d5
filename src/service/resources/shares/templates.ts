import { type Html, html } from './html.ts';

/** The frame of every page. URLs are paths on this service. */
export interface PageFrame {
  readonly title: string;
  /** Prefix of /assets: the base path behind a proxy, usually empty. */
  readonly root: string;
  /** Preview metadata, if any. */
  readonly head?: Html | undefined;
  readonly embed?: boolean;
  /** Whether something stands beside the player. */
  readonly wide?: boolean;
  /** Seconds until the page reloads. */
  readonly again?: number;
  readonly scripts?: readonly string[];
}

/** A complete page around its content. */
export function page(frame: PageFrame, content: Html): string {
  const refresh = frame.again && html`<meta http-equiv="refresh" content="${frame.again}">`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${frame.title}</title>
${refresh || undefined}${frame.head}
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${frame.root}/assets/share.css">
<noscript><link rel="stylesheet" href="${frame.root}/assets/plain.css"></noscript>
</head>
<body${frame.embed ? html` class="embed"` : undefined}>
<main${frame.wide ? html` class="wide"` : undefined}>
${content}
</main>
${(frame.scripts ?? []).map((name) => html`<script src="${frame.root}/assets/${name}" defer></script>\n`)}</body>
</html>
`.text;
}

/** Title and description below the picture. */
export function texts(title: string, description: string | null): Html {
  return html`<h1>${title}</h1>
${description === null ? undefined : html`<p class="description">${description}</p>`}
`;
}

/** Asks for an access token. `wrong`: the last one was unknown. */
export function signInForm(root: string, shareId: string, wrong: boolean): Html {
  return html`<h1>This share is private</h1>
<p>Only members of the account that owns it can open it. Sign in with an access token of that account.</p>
${wrong ? html`<p role="alert" id="wrong">This token is unknown or was revoked.</p>` : undefined}
<form method="post" action="${root}/s/login">
<input type="hidden" name="share" value="${shareId}">
<label for="token">Access token</label>
<input id="token" name="token" type="password" autocomplete="off" required autofocus${
    wrong ? html` aria-invalid="true" aria-describedby="wrong"` : undefined
  }>
<button>Sign in</button>
</form>`;
}

export function message(heading: string, text: string): Html {
  return html`<h1>${heading}</h1>\n<p>${text}</p>`;
}
