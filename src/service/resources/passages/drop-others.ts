import type { JobContext } from '../../jobs/handlers.ts';
import { storedEncoders } from '../../search/vectors/serving.ts';
import type { VectorTables } from '../../search/vectors/tables.ts';
import type { Db } from '../../store/schema.ts';

/** Vectors deleted in one transaction: other writers wait meanwhile. */
const PIECE = 500;

/** Whether the store has vectors of other encoders. */
export async function hasOthers(db: Db, tables: VectorTables, model: string): Promise<boolean> {
  return (await storedEncoders(db, tables)).some((one) => one.model !== model);
}

/**
 * Deletes a piece of the vectors of other encoders. Call it when all files have vectors of this one.
 * @returns whether there may be more
 */
export async function dropOthers(
  ctx: Pick<JobContext, 'db' | 'write'>,
  tables: VectorTables,
  model: string,
): Promise<boolean> {
  const other = (await storedEncoders(ctx.db, tables)).find((one) => one.model !== model);
  if (!other) return false;
  const { items } = tables;
  await ctx.write(async (trx) => {
    const piece = trx.selectFrom(items).select('id').where('encoder', '=', other.id).limit(PIECE);
    await trx.deleteFrom(items).where('id', 'in', piece).execute();
  });
  return true;
}
