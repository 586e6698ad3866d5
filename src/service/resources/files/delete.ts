import { emit } from '../../events/outbox.ts';
import type { RequestContext } from '../../http/handler.ts';
import { jobKey } from '../../queue/queue.ts';
import { forgetContent } from '../../understanding/results.ts';
import type { FileRow } from '../common/lookup.ts';
import { fileKeys } from './keys.ts';

/** What belongs to a file and has a job of its own. */
const JOBS = {
  segmentations: (id: string) => jobKey('segmentation.process', { segmentation_id: id }),
  shares: (id: string) => jobKey('share.package', { share_id: id }),
  frame_extractions: (id: string) => jobKey('frames.extract', { frame_extraction_id: id }),
  face_detections: (id: string) => jobKey('face-detect.run', { face_detection_id: id }),
  face_matches: (id: string) => jobKey('face-match.run', { face_match_id: id }),
  describes: (id: string) => jobKey('describe.run', { describe_id: id }),
  extractions: (id: string) => jobKey('extract.run', { extraction_id: id }),
} as const;

type Table = keyof typeof JOBS;

/** What of it has objects too: the folder its ids name objects in. */
const FOLDERS: { readonly [T in Table]?: string } = {
  segmentations: 'segmentations',
  shares: 'shares',
  frame_extractions: 'frames',
  face_detections: 'faces',
  face_matches: 'face-matches',
};

/**
 * Deletes a file and everything made from it: rows at once and together (segments, memberships, index, shares,
 * tags, frames and faces go with the file's row; what was perceived of its content, when no other file has it), objects
 * by jobs that cannot be lost. Jobs that are at work on any of it lose their lease, and write nothing any more.
 */
export async function deleteFile(ctx: RequestContext, file: FileRow): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const prefixes = [fileKeys.prefix(file.id)];
    const jobs = [jobKey('file.process', { file_id: file.id })];
    for (const table of Object.keys(JOBS) as Table[])
      for (const { id } of await trx
        .selectFrom(table)
        .select('id')
        .where('file_id', '=', file.id)
        .execute()) {
        jobs.push(JOBS[table](id));
        if (FOLDERS[table]) prefixes.push(`${FOLDERS[table]}/${id}`);
      }
    const collectionFiles = await trx
      .selectFrom('collection_files')
      .select('collection_id')
      .where('file_id', '=', file.id)
      .execute();
    for (const { collection_id } of collectionFiles)
      jobs.push(jobKey('member.process', { collection_id, file_id: file.id }));
    for (const key of jobs) await ctx.queue.cancel(trx, key);
    await trx.deleteFrom('files').where('id', '=', file.id).where('account_id', '=', ctx.accountId).execute();
    await forgetContent(trx, file.content_hash);
    for (const prefix of prefixes) await ctx.queue.enqueue(trx, 'object.delete', { prefix });
    const now = ctx.clock();
    for (const { collection_id } of collectionFiles)
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
