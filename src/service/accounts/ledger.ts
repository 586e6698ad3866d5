/**
 * Charges, refunds and balances. Each is written in the transaction of what it pays for, and its key is the run, so
 * that a job that runs twice is charged once. Entries are never changed.
 */

import type { EntryKind } from '../../contract/index.ts';
import { paymentRequired } from '../errors.ts';
import type { Db, Trx } from '../store/sql/schema.ts';
import { creditsOf, MOST_CREDITS, microsOf } from './rates.ts';

/** What moves credits. All of it is written to the ledger. */
export interface Entry {
  /** Id of the ledger row. */
  readonly id: string;
  readonly accountId: string;
  /** Whole millionths of a credit, 0 or more. */
  readonly micros: number;
  /** What the credits are for, as the rate card calls it. */
  readonly operation: string;
  /** Why, for people. */
  readonly reason: string;
  /** Id of the resource concerned. */
  readonly subject?: string;
  /** Deduplication key: a job that runs twice is charged once. */
  readonly key?: string;
  /** Unix milliseconds. */
  readonly now: number;
}

/**
 * Charges an account, in the transaction that does the paid work. Returns whether it did: false if the key was charged
 * before. @throws 402 if the balance is too low; the caller's transaction must not commit then
 */
export function charge(trx: Trx, entry: Entry): Promise<boolean> {
  return enter(trx, entry, 'charge');
}

/** Adds credits to an account. Returns false if the key was used before. */
export function grant(trx: Trx, entry: Entry, kind: 'opening' | 'top_up' = 'top_up'): Promise<boolean> {
  return enter(trx, entry, kind);
}

/**
 * Gives back what was charged with a key. Returns the millionths given back: 0 if nothing was charged, or if it was given
 * back before.
 */
export async function refund(trx: Trx, entry: Omit<Entry, 'micros'> & { key: string }): Promise<number> {
  const charged = await trx
    .selectFrom('ledger')
    .select('amount_micros')
    .where('account_id', '=', entry.accountId)
    .where('dedupe_key', '=', entry.key)
    .executeTakeFirst();
  if (!charged) return 0;
  const micros = -charged.amount_micros;
  return (await enter(trx, { ...entry, micros, key: `refund of ${entry.key}` }, 'refund')) ? micros : 0;
}

/** The account's balance in millionths of a credit. */
export async function balanceMicros(db: Db, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('accounts')
    .select('balance_micros')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row.balance_micros;
}

/** Writes the entry and the balance in one transaction, so that the balance is always the sum of the entries. */
async function enter(trx: Trx, entry: Entry, kind: EntryKind): Promise<boolean> {
  const { micros } = entry;
  if (!Number.isSafeInteger(micros) || micros < 0)
    throw new RangeError(`an amount must be a whole number of millionths, 0 or more, not ${micros}`);
  const amount = kind === 'charge' ? -micros : micros;
  if (!(await addRow(trx, entry, kind, amount))) return false;
  const moved = await trx
    .updateTable('accounts')
    .set((row) => ({ balance_micros: row('balance_micros', '+', amount) }))
    .where('id', '=', entry.accountId)
    .where((row) => row.between(row('balance_micros', '+', amount), 0, microsOf(MOST_CREDITS)))
    .executeTakeFirst();
  if (moved.numUpdatedRows > 0n) return true;
  const balance = creditsOf(await balanceMicros(trx, entry.accountId));
  if (kind !== 'charge')
    throw new RangeError(`an account can hold ${MOST_CREDITS} credits; it has ${balance}`);
  throw paymentRequired(
    `${entry.operation} costs ${creditsOf(micros)} credits, and the balance is ${balance}`,
  );
}

async function addRow(trx: Trx, entry: Entry, kind: EntryKind, amount_micros: number): Promise<boolean> {
  const added = await trx
    .insertInto('ledger')
    .values({
      id: entry.id,
      account_id: entry.accountId,
      kind,
      operation: entry.operation,
      subject: entry.subject ?? null,
      reason: entry.reason,
      amount_micros,
      dedupe_key: entry.key ?? null,
      created_at: entry.now,
    })
    .onConflict((clash) => clash.doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}
