import type { ServiceContext } from '../context/context.ts';
import { toJson } from '../store/json.ts';

/** A search without `background` lives in the request that asked for it: when the service is gone, so is its answer. */
export async function failInterruptedSearches(context: ServiceContext, before: number): Promise<void> {
  const error = {
    message: 'the service stopped while it was searching',
    type: 'server_error',
    code: 'interrupted',
  };
  await context.db
    .updateTable('deep_searches')
    .set({ status: 'failed', error: toJson(error) })
    .where('status', '=', 'in_progress')
    .where('background', '=', 0)
    .where('created_at', '<', before)
    .execute();
}
