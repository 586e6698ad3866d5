import type { CollectionType } from '../../../contract/index.ts';
import { isKept } from '../../store/sql/deletions.ts';
import type { Viewer } from '../common/rows.ts';

/** A collection that a file is in, and how far the file is there. */
export interface CollectionOfFile {
  readonly id: string;
  readonly name: string;
  readonly type: CollectionType;
  readonly status: string;
  readonly error: string | null;
}

/** The account's collections that a file is in, the one that it was added to last first. */
export async function collectionsOfFile(
  { db, accountId }: Viewer,
  fileId: string,
  limit: number,
): Promise<CollectionOfFile[]> {
  const rows = await db
    .selectFrom('collection_files as m')
    .innerJoin('collections as c', 'c.id', 'm.collection_id')
    .select(['c.id', 'c.name', 'c.collection_type as type', 'm.status', 'm.error'])
    .where('m.file_id', '=', fileId)
    .where('c.account_id', '=', accountId)
    .where(isKept('collection_files', 'm'))
    .where(isKept('collections', 'c'))
    .orderBy('m.added_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, type: row.type as CollectionType }));
}
