import type { Attachment } from '../../../contract/index.ts';
import { compiledOnce } from '../../store/sql/compiled.ts';
import { isKept } from '../../store/sql/deletions.ts';
import { fromJson } from '../../store/sql/json.ts';
import type { Db } from '../../store/sql/schema.ts';
import { criterionOf } from '../find-moments/rows.ts';
import { type AttachmentRow, attachmentsOf } from './rows.ts';

/** The attachments of a collection as the API shows them. */
export async function attachmentsShown(db: Db, collectionId: string): Promise<Attachment[]> {
  const shown: Attachment[] = [];
  for (const row of await attachmentsOf(db, collectionId)) shown.push(await attachmentOf(db, row));
  return shown;
}

/** An attachment as the API shows it, with its counters as they are now. */
export async function attachmentOf(db: Db, row: AttachmentRow): Promise<Attachment> {
  return {
    attachment_id: row.id,
    criterion_name: row.criterion_name,
    criterion_hash: row.criterion_hash,
    criterion: criterionOf(row),
    options: fromJson<NonNullable<Attachment['options']>>(row.options),
    ...(await progressOf(db, row)),
    created_at: row.created_at,
  };
}

type Progress = Pick<Attachment, 'backfill_status' | 'files_total' | 'files_completed' | 'files_failed'>;

/** Every file of the collection counts, also one that was added later. */
async function progressOf(db: Db, { id, collection_id, status }: AttachmentRow): Promise<Progress> {
  const [{ count: total } = { count: 0 }] = await filesCounted(db, collection_id);
  const counted = new Map((await statesCounted(db, id)).map((row) => [row.status, row.count]));
  const completed = counted.get('completed') ?? 0;
  const ended = (counted.get('failed') ?? 0) + (counted.get('cancelled') ?? 0);
  const failed = status === 'failed' ? total - completed : ended;
  const open = completed + failed < total || status === 'processing';
  const done = failed > 0 ? 'completed_with_failures' : 'completed';
  return {
    backfill_status: status === 'pending' ? 'pending' : open ? 'processing' : done,
    files_total: total,
    files_completed: completed,
    files_failed: failed,
  };
}

const filesCounted = compiledOnce((db, collectionId: string) =>
  db
    .selectFrom('collection_files')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('collection_id', '=', collectionId)
    .where(isKept('collection_files')),
);

const statesCounted = compiledOnce((db, attachmentId: string) =>
  db
    .selectFrom('criterion_files')
    .select((row) => ['status', row.fn.countAll<number>().as('count')])
    .where('attachment_id', '=', attachmentId)
    .where(isKept('criterion_files'))
    .groupBy('status'),
);
