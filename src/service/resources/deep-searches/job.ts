import { ServiceError } from '../../errors.ts';
import type { JobContext, JobHandler } from '../../jobs/handlers.ts';
import { failsItsRow } from '../../jobs/handlers.ts';
import {
  completion,
  type DeepSearchRow,
  endDeepSearch,
  failure,
  failureOf,
} from '../../search/deep-search.ts';
import { deepSearchLifecycle } from './lifecycle.ts';
import { runWhileOpen } from './run.ts';

/** Runs deep searches asked for with `background`. */
export const deepSearchJob: JobHandler<'deep-search.run'> = {
  rows: deepSearchLifecycle,
  async run(ctx, { deep_search_id: id }) {
    const row = await ctx.db.selectFrom('deep_searches').selectAll().where('id', '=', id).executeTakeFirst();
    if (row?.status !== 'in_progress') return;
    const changes = await outcome(ctx, row);
    if (!changes) return;
    await ctx.write(async (trx) => {
      await endDeepSearch(trx, id, changes);
    });
  },

  exhausted: failsItsRow('deep-search.run'),
};

/** The changes to write to the row; none if it was cancelled. A refusal (for example because its collection was deleted) is not retried. */
async function outcome(ctx: JobContext, row: DeepSearchRow) {
  try {
    const found = await runWhileOpen(ctx, row, ctx.signal);
    return found && completion(found);
  } catch (error) {
    if (error instanceof ServiceError) return failure(failureOf(error));
    throw error;
  }
}
