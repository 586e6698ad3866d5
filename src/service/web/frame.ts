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
  /** What stands above the content, such as the navigation. */
  readonly header?: Html | undefined;
  /** More style sheets, by name below /assets. */
  readonly styles?: readonly string[];
  /** Seconds until the page reloads where scripts are off. */
  readonly plainAgain?: number | undefined;
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
${['share.css', ...(frame.styles ?? [])].map((name) => html`<link rel="stylesheet" href="${frame.root}/assets/${name}">\n`)}<noscript><link rel="stylesheet" href="${frame.root}/assets/plain.css">${
    frame.plainAgain && html`<meta http-equiv="refresh" content="${frame.plainAgain}">`
  }</noscript>
</head>
<body${frame.embed ? html` class="embed"` : undefined}>
${frame.header}<main id="main"${frame.wide ? html` class="wide"` : undefined}>
${content}
</main>
${(frame.scripts ?? []).map((name) => html`<script src="${frame.root}/assets/${name}" defer></script>\n`)}</body>
</html>
`.text;
}

/** A page that says one thing. */
export function message(heading: string, text: string): Html {
  return html`<h1>${heading}</h1>\n<p>${text}</p>`;
}
