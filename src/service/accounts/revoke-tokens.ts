import { listOf } from '../store/sql/expressions.ts';
import type { Db } from '../store/sql/schema.ts';
import { forgottenEverywhere } from './remembered-tokens.ts';

/**
 * Revokes tokens of an account. When it returns, no machine accepts them any more: on a server it takes about a second.
 * @param now Unix ms
 * @returns how many of them were active
 */
export async function revokeTokens(
  db: Db,
  accountId: string,
  ids: readonly string[],
  now: number,
): Promise<number> {
  if (ids.length === 0) return 0;
  const done = await db
    .updateTable('tokens')
    .set({ revoked_at: now })
    .where('id', 'in', listOf(ids))
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  // Also for those that another process has revoked just now.
  await forgottenEverywhere(db);
  return Number(done.numUpdatedRows);
}
