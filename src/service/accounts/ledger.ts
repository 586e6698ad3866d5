import { paymentRequired } from '../errors.ts';
import type { Db, Trx } from '../store/schema.ts';

/** Credits are stored as whole millionths so that sums are exact. */
const MICROS = 1_000_000;

export interface Entry {
  /** Id of the ledger row. */
  readonly id: string;
  readonly accountId: string;
  /** Decimal credits, 0 or more. */
  readonly credits: number;
  /** What the credits are for. */
  readonly operation: string;
  /** Id of the resource concerned. */
  readonly subject?: string;
  /** Deduplication key: a job that runs twice is charged once. */
  readonly key?: string;
  /** Unix milliseconds. */
  readonly now: number;
}

/**
 * Charges credits to an account, in the transaction that does the paid work. Returns the credits charged: 0 if the key
 * was charged before. Throws 402 if the balance is too low.
 */
export function charge(trx: Trx, entry: Entry): Promise<number> {
  return enter(trx, entry, -1);
}

/** Adds credits to an account. */
export function grant(trx: Trx, entry: Entry): Promise<number> {
  return enter(trx, entry, 1);
}

/** Returns the account's balance in credits. */
export async function balance(db: Db, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('accounts')
    .select('balance_micros')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row.balance_micros / MICROS;
}

async function enter(trx: Trx, entry: Entry, sign: 1 | -1): Promise<number> {
  const micros = Math.round(entry.credits * MICROS);
  if (!(micros >= 0)) throw new RangeError(`credits must be 0 or more, not ${entry.credits}`);
  if (!(await addRow(trx, entry, sign * micros))) return 0;
  const moved = await trx
    .updateTable('accounts')
    .set((row) => ({ balance_micros: row('balance_micros', '+', sign * micros) }))
    .where('id', '=', entry.accountId)
    .where((row) => row(row('balance_micros', '+', sign * micros), '>=', 0))
    .executeTakeFirst();
  if (moved.numUpdatedRows === 0n)
    throw paymentRequired(
      `${entry.operation} costs ${entry.credits} credits, and the balance is ${await balance(trx, entry.accountId)}`,
    );
  return entry.credits;
}

async function addRow(trx: Trx, entry: Entry, micros: number): Promise<boolean> {
  const added = await trx
    .insertInto('ledger')
    .values({
      id: entry.id,
      account_id: entry.accountId,
      operation: entry.operation,
      subject: entry.subject ?? null,
      amount_micros: micros,
      dedupe_key: entry.key ?? null,
      created_at: entry.now,
    })
    .onConflict((clash) => clash.doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}
