import type { Criterion } from '../../../contract/index.ts';
import { isKept } from '../../store/sql/deletions.ts';
import { fromJson } from '../../store/sql/json.ts';
import type { Db } from '../../store/sql/schema.ts';
import { finderOf, type RowOf } from '../common/rows.ts';
import type { RunOptions } from './spec.ts';

export type RunRow = RowOf<'find_moments_runs'>;

/** Finds the account's run. @throws 404 */
export const findRun = finderOf('find_moments_runs', 'find-moments run');

/** The criterion of a run or an attachment, as it was given. */
export function criterionOf({ criterion }: { readonly criterion: string }): Criterion {
  return fromJson<Criterion>(criterion);
}

/** Whether somebody asked for a run, or a collection still needs it. */
export async function isNeeded(db: Db, { id, requested }: RunRow): Promise<boolean> {
  if (requested === 1) return true;
  const row = await db
    .selectFrom('criterion_files')
    .select('attachment_id')
    .where('run_id', '=', id)
    .where(isKept('criterion_files'))
    .executeTakeFirst();
  return row !== undefined;
}

/** The state of a file's speech that a run uses: it changes when a transcript is corrected. 0 if it uses no speech. */
export async function heardFor(
  db: Db,
  fileId: string,
  { signals_required: signals }: Pick<RunOptions, 'signals_required'>,
): Promise<number> {
  if (!signals.includes('speech')) return 0;
  const file = await db.selectFrom('files').select('heard').where('id', '=', fileId).executeTakeFirst();
  return file?.heard ?? 0;
}
