import { emitAll } from '../../events/outbox.ts';
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
    await ctx.queue.cancelAll(
      trx,
      [...made, { kind: 'file.fetch', payload: { file_id: file.id } } as const].map(({ kind, payload }) =>
        jobKey(kind, payload),
      ),
    );
    await ctx.waiting.fileDeleted(trx, file.id);
    // The URL may be ingested anew at once. A file without one never gets one.
    if (file.source_url !== null)
      await trx.updateTable('files').set({ source_url: null }).where('id', '=', file.id).execute();
    await startDeletion(ctx, trx, 'files', file.id);
    await forgetContent(trx, file.content_hash);
    for (const { prefix } of made)
      if (prefix !== undefined) await ctx.queue.enqueue(trx, 'object.delete', { prefix });
    await emitAll(trx, ctx, ctx.accountId, [
      ...collectionFiles.map(({ collection_id }) => ({
        type: 'collection.file.job.deleted' as const,
        payload: { collection_id, file_id: file.id, object: 'collection_file' },
      })),
      { type: 'file.job.deleted', payload: { id: file.id, object: 'file' } },
    ]);
  });
}
