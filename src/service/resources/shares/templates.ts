import { type Html, html } from '../../web/html.ts';

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
