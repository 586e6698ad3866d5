import { randomUUID } from 'node:crypto';
import type { Db } from '../store/sql/schema.ts';
import { LOCAL } from './accounts.ts';
import { grant } from './ledger.ts';
import { creditsOf, microsOf } from './rates.ts';

/** An account with its money, in credits. */
export interface AccountBalance {
  readonly account: string;
  readonly balance: number;
  /** The sum of its ledger. It differs from the balance only if somebody changed the database by other means. */
  readonly ledger: number;
  /** Number of entries. */
  readonly entries: number;
  /** Whether nobody is billed for its credits. */
  readonly notional: boolean;
}

/** Every account with its balance and the sum of its ledger, by name. */
export async function balances(db: Db): Promise<AccountBalance[]> {
  const rows = await db
    .selectFrom('accounts')
    .leftJoin('ledger', 'ledger.account_id', 'accounts.id')
    .select((row) => [
      'accounts.name',
      'accounts.balance_micros',
      row.fn.coalesce(row.fn.sum<number>('ledger.amount_micros'), row.lit(0)).as('sum'),
      row.fn.count<number>('ledger.id').as('entries'),
    ])
    .groupBy('accounts.id')
    .orderBy('accounts.name')
    .execute();
  return rows.map(({ name, balance_micros, sum, entries }) => ({
    account: name,
    balance: creditsOf(balance_micros),
    ledger: creditsOf(sum),
    entries,
    notional: name === LOCAL,
  }));
}

/** Adds credits to an account. @param credits above 0 @returns the entry's id @throws RangeError beyond the most it can hold */
export async function topUp(db: Db, accountId: string, credits: number, reason: string): Promise<string> {
  const id = randomUUID();
  const entry = { id, accountId, micros: microsOf(credits), operation: 'billing', reason, now: Date.now() };
  await db.transaction().execute((trx) => grant(trx, entry));
  return id;
}

/** The newest entries of an account's ledger. @param limit at most so many */
export async function newestEntries(db: Db, accountId: string, limit: number) {
  const rows = await db
    .selectFrom('ledger')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id, created_at, kind, operation, subject, reason, amount_micros }) => ({
    entry_id: id,
    created_at,
    kind,
    operation,
    reason,
    amount: creditsOf(amount_micros),
    ...(subject !== null && { resource: subject }),
  }));
}
