import { sql } from 'kysely';
import type { Redo, RedoBody } from '../../../contract/index.ts';
import { isKept } from '../../store/deletions.ts';
import { fromJson } from '../../store/json.ts';
import { openStatuses } from '../../store/open-rows.ts';
import type { Db } from '../../store/schema.ts';
import { optional } from '../common/optional.ts';
import type { RowOf } from '../common/rows.ts';

export type RedoRow = RowOf<'redos'>;

/** The counters of a redo. */
export type RedoCounts = Pick<Redo, 'files_total' | 'files_completed' | 'files_failed'>;

/** A redo as the API shows it, with its counters as they are now. */
export async function redoOf(db: Db, row: RedoRow): Promise<Redo> {
  const { files_total, files_completed, files_failed } = row;
  const ended = files_total !== null && files_completed !== null && files_failed !== null;
  return {
    redo_id: row.id,
    collection_id: row.collection_id,
    status: row.status,
    modality: fromJson<RedoBody>(row.config).modality,
    ...(ended ? { files_total, files_completed, files_failed } : await countsOf(db, row)),
    ...optional('error', row.error),
    created_at: row.created_at,
  };
}

/**
 * Counts the files that were in the collection when the redo was asked for. A file that kept its earlier transcript is
 * completed with an error, and counts as failed.
 */
export async function countsOf(db: Db, row: RedoRow): Promise<RedoCounts> {
  const kept = sql<number>`status = 'completed' and error is not null`;
  const counted = await db
    .selectFrom('collection_files')
    .select((of) => ['status', kept.as('kept'), of.fn.countAll<number>().as('count')])
    .select(sql<number>`file_id <= ${row.reached}`.as('reached'))
    .where('collection_id', '=', row.collection_id)
    .where('added_at', '<=', row.created_at)
    .where(isKept('collection_files'))
    .groupBy(['status', 'kept', 'reached'])
    .execute();
  const sum = (some: typeof counted) => some.reduce((total, { count }) => total + count, 0);
  const ended = counted.filter((one) => one.reached === 1 && !openStatuses.includes(one.status));
  const failed = ended.filter((one) => one.status === 'failed' || one.kept === 1);
  return {
    files_total: sum(counted),
    files_completed: sum(ended) - sum(failed),
    files_failed: sum(failed),
  };
}
