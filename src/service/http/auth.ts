import type { ServiceContext } from '../context.ts';
import { unauthorized } from '../errors.ts';
import { findToken } from '../store/tokens.ts';

/**
 * Who a request is from.
 * @param header the Authorization header
 * @returns the account's id
 * @throws 401 for a missing, malformed, unknown or revoked token
 */
export async function signIn(ctx: ServiceContext, header: string | undefined): Promise<string> {
  const token = /^Bearer +([\x21-\x7e]{1,500}) *$/i.exec(header ?? '')?.[1];
  const known = token === undefined ? undefined : await findToken(ctx.db, token, ctx.clock());
  if (!known) throw unauthorized();
  return known.accountId;
}
