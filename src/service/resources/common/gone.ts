import type { JobContext } from '../../jobs/handlers.ts';
import { type OwnTable, rowOf } from './rows.ts';

/** Objects that were written while their row was being deleted must not stay on disk. */
export async function removeIfGone(
  { db, objects }: Pick<JobContext, 'db' | 'objects'>,
  table: OwnTable,
  id: string,
  prefix: string,
): Promise<void> {
  if (!(await rowOf(db, table, id))) await objects.deletePrefix(prefix);
}
