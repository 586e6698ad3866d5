import { emit } from '../../events/outbox.ts';
import type { RequestContext } from '../../http/handler.ts';
import { jobKey } from '../../queue/queue.ts';
import { forgetContent } from '../../understanding/results.ts';
import type { FileRow } from '../common/lookup.ts';
import { startDeletion } from '../deletions/start.ts';

/**
 * Deletes a file and everything made from it: segments, collection files, index, shares, tags, frames and faces, and the
 * results of its content if no other file has the same. At once it is gone for readers, with all that is below it; rows
 * and objects are deleted by jobs that survive a crash. Running jobs on any of it lose their leases and can no longer
 * write.
 */
export async function deleteFile(ctx: RequestContext, file: FileRow): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const made = await ctx.waiting.ofFile(trx, file.id);
    const collectionFiles = made.flatMap(({ kind, payload }) =>
      kind === 'collection-file.process' ? [payload] : [],
    );
    for (const { kind, payload } of made) await ctx.queue.cancel(trx, jobKey(kind, payload));
    await ctx.waiting.fileDeleted(trx, file.id);
    // The URL may be ingested anew at once.
    await trx.updateTable('files').set({ source_url: null }).where('id', '=', file.id).execute();
    await startDeletion(ctx, trx, 'files', file.id);
    await forgetContent(trx, file.content_hash);
    for (const { prefix } of made)
      if (prefix !== undefined) await ctx.queue.enqueue(trx, 'object.delete', { prefix });
    for (const { collection_id } of collectionFiles)
      await emit(trx, ctx, 'collection.file.job.deleted', ctx.accountId, {
        collection_id,
        file_id: file.id,
        object: 'collection_file',
      });
    await emit(trx, ctx, 'file.job.deleted', ctx.accountId, { id: file.id, object: 'file' });
  });
}
