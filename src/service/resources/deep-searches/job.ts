import { sql } from 'kysely';
import { ServiceError } from '../../errors.ts';
import { failsItsRow, type JobContext, type JobHandler } from '../../jobs/handlers.ts';
import { declareLifecycle } from '../../jobs/lifecycle/lifecycle.ts';
import {
  completion,
  type DeepSearchRow,
  endDeepSearch,
  failure,
  failureOf,
} from '../../search/deep-search.ts';
import { toJson } from '../../store/sql/json.ts';
import type { Db } from '../../store/sql/schema.ts';
import { runWhileOpen } from './run.ts';

/** Background searches wait for nothing. */
const deepSearchLifecycle = declareLifecycle('deep-search.run', {
  table: 'deep_searches',
  key: { deep_search_id: 'id' },
  open: sql`deep_searches.status = 'in_progress' and deep_searches.background = 1`,
  fail: async (_ctx, trx, { deep_search_id }) => {
    await endDeepSearch(trx, deep_search_id, failure(failureOf(undefined)));
  },
  interrupted: failInterrupted,
});

/** A foreground search lives in its request: once the service is gone, so is the response. */
async function failInterrupted(db: Db, before: number): Promise<void> {
  const error = {
    message: 'the service stopped during the search',
    type: 'server_error',
    code: 'interrupted',
  };
  await db
    .updateTable('deep_searches')
    .set({ status: 'failed', error: toJson(error) })
    .where('status', '=', 'in_progress')
    .where('background', '=', 0)
    .where('created_at', '<', before)
    .execute();
}

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
