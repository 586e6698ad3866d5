import type { SweepContext } from '../../jobs/sweep.ts';
import { partialFiles } from '../../store/objects/partial-files.ts';
import { finishUpload } from './finish.ts';
import { dropUpload, LIFE_MS, stateOf, type UploadRow } from './rows.ts';

/** Rows read at a time. */
const PAGE = 200;

/**
 * Finishes uploads that a crash left whole, and deletes expired ones and bytes without a row. It must run before the sweep
 * that moves originals without a row aside.
 * @param before Unix ms; what was written later may be in work
 */
export async function sweepUploads(ctx: SweepContext, before: number): Promise<void> {
  let last = '';
  for (;;) {
    ctx.signal?.throwIfAborted();
    const rows = await ctx.db
      .selectFrom('uploads')
      .selectAll()
      .where('id', '>', last)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    for (const row of rows) await lookAt(ctx, row, before);
    const end = rows.at(-1);
    if (end === undefined) break;
    last = end.id;
  }
  for await (const ids of partialFiles(ctx.config.dataDir).ids()) {
    ctx.signal?.throwIfAborted();
    await removeStrays(ctx, ids, before);
  }
}

/** One that cannot be finished does not stop the others. */
async function lookAt(ctx: SweepContext, row: UploadRow, before: number): Promise<void> {
  const { offset, expiresAt } = await stateOf(ctx, row);
  try {
    if (row.done_at === null && offset === row.bytes) {
      // Until an hour has passed, the request that sent the last byte may be finishing it.
      if (expiresAt - LIFE_MS < before) await finishUpload(ctx, row);
    } else if (expiresAt <= ctx.clock()) await dropUpload(ctx, row.id);
  } catch (error) {
    ctx.log.warn('an upload could not be finished', { id: row.id, error });
  }
}

async function removeStrays(ctx: SweepContext, ids: readonly string[], before: number): Promise<void> {
  const partial = partialFiles(ctx.config.dataDir);
  const rows = await ctx.db.selectFrom('uploads').select('id').where('id', 'in', ids).execute();
  const known = new Set(rows.map(({ id }) => id));
  for (const id of ids) {
    if (known.has(id)) continue;
    const state = await partial.state(id);
    if (state && state.changedAt < before) await partial.remove(id);
  }
}
