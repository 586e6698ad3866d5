import { type JobContext, RetryLater } from '../../jobs/handlers.ts';
import { type StoredEncoder, storedEncoders } from '../../search/vectors/serving.ts';
import type { VectorTables } from '../../search/vectors/tables.ts';
import type { Db } from '../../store/sql/schema.ts';

/** Vectors deleted in one transaction: other writers wait meanwhile. */
const PIECE = 500;

/** Whether the store has vectors of other encoders. */
export async function hasOthers(db: Db, tables: VectorTables, model: string): Promise<boolean> {
  return (await storedEncoders(db, tables)).some((one) => one.model !== model);
}

/**
 * Deletes a piece of the vectors of other encoders. Call it when all files have vectors of this one.
 * @returns whether there may be more
 * @throws RetryLater while searches that began before may go by them
 */
export async function dropOthers(
  ctx: Pick<JobContext, 'db' | 'write' | 'clock' | 'config'>,
  tables: VectorTables,
  model: string,
): Promise<boolean> {
  const stored = await storedEncoders(ctx.db, tables);
  const other = stored.find((one) => one.model !== model);
  if (!other) return false;
  const left = (await completeAt(ctx, stored, model)) + ctx.config.vectorKeepMs - ctx.clock();
  if (left > 0) throw new RetryLater('searches that began before may go by the earlier vectors', left);
  const { items } = tables;
  await ctx.write(async (trx) => {
    const piece = trx.selectFrom(items).select('id').where('encoder', '=', other.id).limit(PIECE);
    await trx.deleteFrom(items).where('id', 'in', piece).execute();
  });
  return true;
}

/** When the vectors of this encoder became complete, Unix ms: now, if nobody has noted it. Those of the others are not any more. */
async function completeAt(
  { db, write, clock }: Pick<JobContext, 'db' | 'write' | 'clock'>,
  stored: readonly StoredEncoder[],
  model: string,
): Promise<number> {
  const ids = stored.map(({ id }) => id);
  const rows = await db
    .selectFrom('encoders')
    .select(['model', 'complete_at'])
    .where('id', 'in', ids)
    .execute();
  const own = rows.find((row) => row.model === model);
  // Nothing was left to encode, for example because it knows none of the languages: nobody would note it.
  if (!own) return Number.NEGATIVE_INFINITY;
  if (own.complete_at !== null) return own.complete_at;
  const now = clock();
  await write(async (trx) => {
    const encoders = trx.updateTable('encoders').where('id', 'in', ids);
    await encoders.set({ complete_at: null }).where('model', '!=', model).execute();
    await encoders.set({ complete_at: now }).where('model', '=', model).execute();
  });
  return now;
}
