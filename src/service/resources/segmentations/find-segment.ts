import type { Selectable } from 'kysely';
import { notFound } from '../../errors.ts';
import { isKept } from '../../store/sql/deletions.ts';
import type { SegmentsTable } from '../../store/sql/schema.ts';
import type { Viewer } from '../common/rows.ts';

export type SegmentRow = Selectable<SegmentsTable>;

/** Finds a segment of this file of the account. @throws 404, also if the segment is another file's */
export async function findSegment(
  { db, accountId }: Viewer,
  fileId: string,
  segmentId: string,
): Promise<SegmentRow> {
  const row = await db
    .selectFrom('segments')
    .selectAll()
    .where('id', '=', segmentId)
    .where('file_id', '=', fileId)
    .where('account_id', '=', accountId)
    .where(isKept('segments'))
    .executeTakeFirst();
  if (!row) throw notFound(`file ${fileId}: segment`, segmentId);
  return row;
}
