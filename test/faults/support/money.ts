import { expect } from 'vitest';
import type { Db } from '../../../src/service/store/sql/schema.ts';

/** What an account has and why, held against its runs. */
export interface Money {
  /** Millionths of a credit. */
  readonly balance: number;
  readonly charged: number;
  readonly refunded: number;
  /** How often a run over the pair was charged and not refunded, by pair of file and criterion. */
  readonly pairs: ReadonlyMap<string, number>;
}

/**
 * Checks that the balance is the sum of the ledger, never below 0, that no run was charged or refunded twice, and that
 * exactly the runs that were completed, or are at work, are paid for.
 */
export function soundMoney(db: Db, account: string): Promise<Money> {
  // In a transaction, because others write meanwhile.
  return db.transaction().execute((trx) => sound(trx, account));
}

async function sound(db: Db, account: string): Promise<Money> {
  const { balance_micros: balance } = await db
    .selectFrom('accounts')
    .select('balance_micros')
    .where('id', '=', account)
    .executeTakeFirstOrThrow();
  const entries = await db.selectFrom('ledger').selectAll().where('account_id', '=', account).execute();
  expect(entries.reduce((sum, { amount_micros }) => sum + amount_micros, 0)).toBe(balance);
  expect(balance).toBeGreaterThanOrEqual(0);
  const net = new Map<string, number>();
  for (const kind of ['charge', 'refund'] as const) {
    const of = entries.flatMap((one) => (one.kind === kind && one.subject !== null ? [one] : []));
    expect(new Set(of.map(({ subject }) => subject)).size, `each run has one ${kind} at most`).toBe(
      of.length,
    );
    for (const { subject, amount_micros } of of)
      net.set(subject ?? '', (net.get(subject ?? '') ?? 0) - amount_micros);
  }
  const runs = await db
    .selectFrom('find_moments_runs')
    .selectAll()
    .where('account_id', '=', account)
    .execute();
  const pairs = new Map<string, number>();
  for (const { id, status, cost_micros, file_id, run_key } of runs) {
    const paid = net.get(id) ?? 0;
    expect(paid, `${status} run ${id}`).toBe(cost_micros ?? 0);
    if (status === 'completed') expect(paid).toBeGreaterThan(0);
    if (status === 'failed' || status === 'cancelled') expect(paid).toBe(0);
    const pair = `${file_id} ${run_key}`;
    if (paid > 0) pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  const of = (kind: string) => entries.filter((one) => one.kind === kind).length;
  return { balance, charged: of('charge'), refunded: of('refund'), pairs };
}
