import { sql } from 'kysely';
import { RetryLater } from '../../jobs/handlers.ts';
import type { EndContext } from '../../jobs/lifecycle/lifecycle.ts';
import { isKept } from '../../store/sql/deletions.ts';
import type { Db, Trx } from '../../store/sql/schema.ts';
import type { CollectionFileRow, FileRow } from '../common/lookup.ts';

/** Collection types that are made from what is said. */
const FROM_SPEECH = ['media-descriptions', 'rich-transcripts', 'entities', 'moments'] as const;

/**
 * Processes a file again in the collections that use its speech: index, vectors, chapters, entities and moments. A
 * collection file that is being processed notices by itself; see `checkHearing`.
 * @returns the number of collection files
 */
export async function hearAgain(ctx: EndContext, trx: Trx, fileId: string): Promise<number> {
  const rows = await trx
    .selectFrom('collection_files as f')
    .innerJoin('collections as c', 'c.id', 'f.collection_id')
    .select(['f.collection_id', 'f.status'])
    .where('f.file_id', '=', fileId)
    .where('c.collection_type', 'in', FROM_SPEECH)
    .where(isKept('collection_files', 'f'))
    .execute();
  const ended = rows.filter(({ status }) => status !== 'pending' && status !== 'processing');
  for (const { collection_id } of ended) await startAgain(ctx, trx, { collection_id, file_id: fileId });
  return rows.length;
}

/** Processes a collection file again, unless that is in progress. */
export async function startAgain(
  ctx: Pick<EndContext, 'lifecycle'>,
  trx: Trx,
  { collection_id, file_id }: Pick<CollectionFileRow, 'collection_id' | 'file_id'>,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('collection_files')
    .set({
      status: 'pending',
      error: null,
      searchable_status: sql`case when searchable_status is null then null else 'pending' end`,
    })
    .where('collection_id', '=', collection_id)
    .where('file_id', '=', file_id)
    .where('status', 'not in', ['pending', 'processing'])
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n)
    await ctx.lifecycle.start(trx, 'collection-file.process', { collection_id, file_id });
}

/**
 * Call it in the transaction that writes what was made from a file's speech.
 * @param file as it was when the job began
 * @throws RetryLater if its speech is to be recognised in another way by now
 */
export async function checkHearing(trx: Trx, { id, heard }: FileRow): Promise<void> {
  const now = await trx.selectFrom('files').select('heard').where('id', '=', id).executeTakeFirst();
  if (now && now.heard !== heard)
    throw new RetryLater('how its speech is recognised has changed in the meantime', 0);
}

/** Whether a collection file has a transcript from an earlier time. */
export async function hasSpeech(
  db: Db,
  { collection_id, file_id }: Pick<CollectionFileRow, 'collection_id' | 'file_id'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('collection_file_modalities')
    .select('modality')
    .where('collection_id', '=', collection_id)
    .where('file_id', '=', file_id)
    .where('modality', '=', 'speech')
    .where('error', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
