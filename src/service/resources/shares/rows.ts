import type { Selectable } from 'kysely';
import { notFound } from '../../errors.ts';
import { isKept } from '../../store/sql/deletions.ts';
import type { Db, SharesTable } from '../../store/sql/schema.ts';
import type { Viewer } from '../common/rows.ts';
/** A share joined with its file and segment. */
export type ShareRow = Selectable<SharesTable> & {
  readonly filename: string;
  readonly media_type: string | null;
  readonly media_info: string | null;
  readonly has_thumbnail: 0 | 1;
  readonly segment_start: number | null;
  readonly segment_end: number | null;
  readonly segment_thumbnail: string | null;
};

/** All shares, joined with file and segment; narrow it to the caller's account. */
export function selectShares(db: Db) {
  return db
    .selectFrom('shares')
    .innerJoin('files', 'files.id', 'shares.file_id')
    .leftJoin('segments', 'segments.id', 'shares.file_segment_id')
    .where(isKept('shares'))
    .selectAll('shares')
    .select(['files.filename', 'files.media_type', 'files.media_info', 'files.has_thumbnail'])
    .select([
      'segments.start_time as segment_start',
      'segments.end_time as segment_end',
      'segments.thumbnail_key as segment_thumbnail',
    ]);
}

/** Finds the account's share. @throws 404 */
export async function findShare({ db, accountId }: Viewer, id: string): Promise<ShareRow> {
  const row = await selectShares(db)
    .where('shares.id', '=', id)
    .where('shares.account_id', '=', accountId)
    .executeTakeFirst();
  if (!row) throw notFound('share', id);
  return row;
}

/** Finds a share by id alone, for links that anyone may have; check access afterwards. */
export function shareById(db: Db, id: string): Promise<ShareRow | undefined> {
  return selectShares(db).where('shares.id', '=', id).executeTakeFirst();
}
