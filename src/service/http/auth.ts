import { createHash } from 'node:crypto';
import type { ServiceContext } from '../context.ts';
import { unauthorized } from '../errors.ts';

/**
 * Who a request is from. Tokens are looked up by their SHA-256: the store holds no token, and a look-up by hash
 * gives nothing away by its duration.
 * @param header the Authorization header
 * @returns the account's id
 * @throws 401 for a missing, malformed, unknown or revoked token
 */
export async function signIn(ctx: ServiceContext, header: string | undefined): Promise<string> {
  const token = /^Bearer +([\x21-\x7e]{1,500}) *$/i.exec(header ?? '')?.[1];
  if (token === undefined) throw unauthorized();
  const row = await ctx.db
    .selectFrom('tokens')
    .select('account_id')
    .where('hash', '=', createHash('sha256').update(token).digest('hex'))
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw unauthorized();
  return row.account_id;
}
