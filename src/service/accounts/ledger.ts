import { paymentRequired } from '../errors.ts';
import type { Db, Trx } from '../store/schema.ts';

/** Credits are kept as whole millionths, so that sums are exact. */
const MICROS = 1_000_000;

export interface Entry {
  /** Id of the ledger row. */
  readonly id: string;
  readonly accountId: string;
  /** Decimal credits, 0 or more. */
  readonly credits: number;
  /** What it was for. */
  readonly operation: string;
  /** The resource it was done to. */
  readonly subject?: string;
  /** The same key is entered once: a job that runs twice charges once. */
  readonly key?: string;
  /** Unix milliseconds. */
  readonly now: number;
}

/**
 * Takes credits from an account, in the transaction that does what is paid for. Gives the credits taken: 0 when the
 * key was entered before. Throws 402 when the balance does not cover it.
 */
export function charge(trx: Trx, entry: Entry): Promise<number> {
  return enter(trx, entry, -1);
}

/** Gives an account credits. */
export function grant(trx: Trx, entry: Entry): Promise<number> {
  return enter(trx, entry, 1);
}

/** The account's balance in credits. */
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
