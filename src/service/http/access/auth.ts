import type { Context } from 'hono';
import { type Scope, scopes } from '../../../contract/index.ts';
import { rememberedToken } from '../../accounts/remembered-tokens.ts';
import type { KnownToken } from '../../accounts/tokens.ts';
import type { ServiceContext } from '../../context/context.ts';
import { forbidden, unauthorized } from '../../errors.ts';
import type { AppEnv } from './env.ts';

/**
 * Identifies the sender of a request by its Authorization header.
 * @param needed the scope that the request needs
 * @returns the token, with its account
 * @throws 401 for a missing, malformed, unknown or revoked token; 403 for one whose scope is too narrow; 429 after too many
 * of those or too many requests
 */
export async function signIn(ctx: ServiceContext, c: Context<AppEnv>, needed: Scope): Promise<KnownToken> {
  const header = c.req.header('authorization') ?? '';
  const token = /^Bearer +([\x21-\x7e]{1,500}) *$/i.exec(header)?.[1];
  const known = token === undefined ? undefined : await rememberedToken(ctx.db, token, ctx.clock());
  if (!known) {
    countFailure(c);
    throw unauthorized();
  }
  c.get('asked').limits.request(known.id);
  if (scopes.indexOf(known.scope) < scopes.indexOf(needed))
    throw forbidden(
      `this token has the scope ${known.scope}, and this request needs ${needed}; create another token: vau service token create NAME --scope ${needed}`,
    );
  return known;
}

/** Counts a failed sign-in. @throws 429 if the caller's address has reached its limit */
export function countFailure(c: Context<AppEnv>): void {
  c.get('asked').limits.failedSignIn(c.env?.incoming?.socket.remoteAddress);
}
