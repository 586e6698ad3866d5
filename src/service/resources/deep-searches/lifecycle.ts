import { sql } from 'kysely';
import { declareLifecycle } from '../../jobs/lifecycle/lifecycle.ts';
import { endDeepSearch, failure, failureOf } from '../../search/deep-search.ts';
import { toJson } from '../../store/sql/json.ts';
import type { Db } from '../../store/sql/schema.ts';

/** Background searches wait for nothing. */
export const deepSearchLifecycle = declareLifecycle('deep-search.run', {
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
