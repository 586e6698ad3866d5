import type { RequestContext } from '../http/handler.ts';
import { emit } from '../webhooks/outbox.ts';
import type { FileRow } from './lookup.ts';
import { fileKeys } from './present.ts';

/** What belongs to a file and has objects of its own: the table, and the folder its ids name objects in. */
const FOLDERS = {
  segmentations: 'segmentations',
  shares: 'shares',
  frame_extractions: 'frames',
  face_detections: 'faces',
  face_matches: 'face-matches',
} as const;

/**
 * Deletes a file and everything made from it: rows at once and together (segments, memberships, index, shares,
 * tags, frames and faces go with the file's row), objects by jobs that cannot be lost.
 */
export async function deleteFile(ctx: RequestContext, file: FileRow): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const ofFile = (table: keyof typeof FOLDERS) =>
      trx.selectFrom(table).select('id').where('file_id', '=', file.id).execute();
    const prefixes = [fileKeys.prefix(file.id)];
    for (const table of Object.keys(FOLDERS) as (keyof typeof FOLDERS)[])
      prefixes.push(...(await ofFile(table)).map(({ id }) => `${FOLDERS[table]}/${id}`));
    const members = await trx
      .selectFrom('collection_files')
      .select('collection_id')
      .where('file_id', '=', file.id)
      .execute();
    await trx.deleteFrom('files').where('id', '=', file.id).where('account_id', '=', ctx.accountId).execute();
    for (const prefix of prefixes) await ctx.queue.enqueue(trx, 'object.delete', { prefix });
    const now = ctx.clock();
    for (const { collection_id } of members)
      await emit(
        trx,
        'collection.file.job.deleted',
        ctx.accountId,
        { collection_id, file_id: file.id, object: 'collection_file' },
        now,
      );
    await emit(trx, 'file.job.deleted', ctx.accountId, { id: file.id, object: 'file' }, now);
  });
}
