import type { Context } from 'hono';
import type { ServiceContext } from '../../context/context.ts';
import { countFailure } from '../../http/auth.ts';
import type { AppEnv } from '../../http/env.ts';
import { answerJson, answerPage, rootOf } from '../../web/answers.ts';
import { readForm } from '../../web/form.ts';
import { startSession, tokenTyped } from '../../web/session.ts';
import { signInForm } from './templates.ts';

/** Exchanges a token for the session cookie, and redirects to the share. */
export async function signInHere(ctx: ServiceContext, c: Context<AppEnv>): Promise<Response> {
  const form = await readForm(ctx, c);
  const id = form.get('share') ?? '';
  if (!/^[\w-]{1,64}$/.test(id)) return answerJson(400, 'field share must be the id of a share');
  const token = await tokenTyped(ctx, form.get('token') ?? '');
  const root = rootOf(ctx, c);
  if (token === undefined) {
    countFailure(c);
    return answerPage(
      c,
      401,
      { title: 'Sign in', root },
      signInForm(root, id, true),
      'this token is unknown or was revoked',
    );
  }
  await startSession(ctx, c, token.id);
  return c.redirect(`${root}/s/${id}`, 303);
}
