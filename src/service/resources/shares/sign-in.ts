import type { Context } from 'hono';
import { setCookie } from 'hono/cookie';
import type { ServiceContext } from '../../context/context.ts';
import { unsupportedMedia } from '../../errors.ts';
import { countFailure } from '../../http/auth.ts';
import { readWhole } from '../../http/body.ts';
import type { AppEnv } from '../../http/env.ts';
import { answerJson, answerPage, baseUrlOf, rootOf } from './answers.ts';
import { openSession, SESSION_COOKIE, SESSION_LIFE_MS } from './session.ts';
import { signInForm } from './templates.ts';

/** Largest sign-in form, in bytes. */
const FORM_BYTES = 4096;

/** Exchanges a token for the session cookie, and redirects to the share. */
export async function signInHere(ctx: ServiceContext, c: Context<AppEnv>): Promise<Response> {
  const form = await readForm(ctx, c);
  const id = form.get('share') ?? '';
  if (!/^[\w-]{1,64}$/.test(id)) return answerJson(400, 'field share must be the id of a share');
  const session = await openSession(ctx, form.get('token') ?? '');
  const root = rootOf(ctx, c);
  if (session === undefined) {
    countFailure(c);
    return answerPage(c, 401, { title: 'Sign in', root }, signInForm(root, id, true));
  }
  setCookie(c, SESSION_COOKIE, session, {
    path: `${root}/s`,
    httpOnly: true,
    // Links to shares come from other sites: Strict would ask for sign-in each time. The cookie opens pages only.
    sameSite: 'Lax',
    secure: baseUrlOf(ctx, c).startsWith('https:'),
    maxAge: SESSION_LIFE_MS / 1000,
  });
  return c.redirect(`${root}/s/${id}`, 303);
}

async function readForm(ctx: ServiceContext, c: Context<AppEnv>): Promise<URLSearchParams> {
  const body = await readWhole(c.req.raw, { most: FORM_BYTES, graceMs: ctx.config.bodyGraceMs });
  const type = c.req.header('content-type') ?? '';
  if (body.length > 0 && !/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type))
    throw unsupportedMedia(`a form of type ${type.slice(0, 100)}`, 'application/x-www-form-urlencoded');
  return new URLSearchParams(body.toString());
}
