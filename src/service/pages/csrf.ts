import { forbidden } from '../errors.ts';
import { openedUntil, signScope } from '../links/signed.ts';
import { signingKey } from '../store/sql/settings.ts';
import { type Html, html } from '../web/html.ts';
import { SESSION_LIFE_MS, type Session } from '../web/session.ts';
import type { Visitor } from './visitor.ts';

/**
 * Forms carry a value that only pages of the same session contain. So a form of another site, or one that was saved
 * from another session, changes nothing, even in a browser that says nothing about where a form comes from.
 */
const FIELD = 'csrf';

const scopeOf = ({ id, startedAt }: Session) => `form/${id}/${startedAt.toString(36)}`;

/** The hidden field of every form. */
export async function csrfField({ request, session }: Visitor): Promise<Html> {
  const key = await signingKey(request.db);
  const value = signScope(key, scopeOf(session), session.startedAt + SESSION_LIFE_MS);
  return html`<input type="hidden" name="${FIELD}" value="${value}">`;
}

/** @throws 403 if the form was not made for this session */
export async function checkCsrf({ request, session }: Visitor, form: URLSearchParams): Promise<void> {
  const key = await signingKey(request.db);
  const given = form.get(FIELD) ?? '';
  if (openedUntil(key, given, scopeOf(session), request.clock()) === undefined)
    throw forbidden('this form is not from your session; load the page again and repeat');
}
