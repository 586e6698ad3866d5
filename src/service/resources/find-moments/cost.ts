import { sql } from 'kysely';
import { charge, refund } from '../../accounts/ledger.ts';
import { rates } from '../../accounts/rates.ts';
import type { EndContext } from '../../jobs/lifecycle/lifecycle.ts';
import { fieldOf } from '../../store/sql/expressions.ts';
import type { Db, Trx } from '../../store/sql/schema.ts';
import type { RunRow } from './rows.ts';

const OPERATION = 'find-moments.run';

type Payer = Pick<EndContext, 'clock' | 'newId'>;

/**
 * Minutes of a file that a run is charged for: whole ones, at least 1. They are counted from what was found in the file
 * when it was processed; a picture, and a file that was not processed yet, counts as one minute.
 * @param file the name of `files` in the query
 */
export function minutesOf(file: string) {
  const found = fieldOf(sql.ref(`${file}.media_info`), 'duration_seconds');
  const seconds = sql`cast(coalesce(${found}, '0') as double precision)`;
  const whole = sql`cast(${seconds} / 60 as bigint)`;
  return sql<number>`case when ${seconds} <= 60 then 1 when ${seconds} > ${whole} * 60 then ${whole} + 1 else ${whole} end`;
}

/** What runs over so many minutes cost, in millionths of a credit. */
export const costOf = (minutes: number): number => minutes * rates[OPERATION].micros;

/** What a run over a file costs, and whether its length is known already. */
export async function priceOf(db: Db, fileId: string): Promise<{ micros: number; known: boolean }> {
  const { minutes, media_info } = await db
    .selectFrom('files')
    .select(['media_info', minutesOf('files').as('minutes')])
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow();
  return { micros: costOf(minutes), known: media_info !== null };
}

/**
 * Charges a run, in the transaction that starts it. One that was charged before costs nothing more.
 * @returns millionths of a credit @throws 402 if the balance is too low
 */
export async function chargeRun(ctx: Payer, trx: Trx, run: RunRow): Promise<number> {
  const { micros } = await priceOf(trx, run.file_id);
  const charged = await charge(trx, {
    ...entryOf(ctx, run),
    micros,
    reason: `criterion ${run.criterion_name} over file ${run.file_id}`,
  });
  if (!charged) return 0;
  await setCost(trx, run.id, micros);
  return micros;
}

/** Gives back what a run was charged, in the transaction that ends it. @returns whether it was charged */
export async function refundRun(ctx: Payer, trx: Trx, run: RunRow, reason: string): Promise<boolean> {
  const micros = await refund(trx, { ...entryOf(ctx, run), reason });
  if (micros > 0) await setCost(trx, run.id, 0);
  return micros > 0;
}

const entryOf = (ctx: Payer, { id, account_id }: RunRow) => ({
  id: ctx.newId(),
  accountId: account_id,
  operation: OPERATION,
  subject: id,
  key: `run ${id}`,
  now: ctx.clock(),
});

async function setCost(trx: Trx, id: string, cost_micros: number): Promise<void> {
  await trx.updateTable('find_moments_runs').set({ cost_micros }).where('id', '=', id).execute();
}
