import { randomUUID } from 'node:crypto';
import { badRequest, notFound } from '../../errors.ts';
import { emitAll } from '../../events/outbox.ts';
import type { Input, RequestContext } from '../../http/handler.ts';
import { linksFor } from '../../links/links.ts';
import { jobKey } from '../../queue/queue.ts';
import { retitle, wordsOfFile } from '../../search/documents/retitle.ts';
import { indexFile } from '../../search/filters/file-values/index-files.ts';
import { compiledOnce } from '../../store/sql/compiled.ts';
import { isKept } from '../../store/sql/deletions.ts';
import { toJson } from '../../store/sql/json.ts';
import { displayName } from '../../text/display-name.ts';
import { titleOf } from '../../text/name-title.ts';
import { gapsOfFile } from '../../understanding/analysis/gaps/index.ts';
import { forgetContent } from '../../understanding/modalities/results.ts';
import { type FileRow, findFile, withFile } from '../common/lookup.ts';
import type { Resource } from '../common/resource.ts';
import { startDeletion, startObjectDeletion } from '../deletions/start.ts';
import { changeHearing, speechChanged } from './hearing/change.ts';
import { namedSpeakers, nameInOtherFiles } from './hearing/speakers.ts';
import { fetchFile } from './intake/content.ts';
import { ingestInPlace, isInPlace } from './intake/in-place.ts';
import { checkMedia, fieldColumns, uploadedFile } from './intake/intake.ts';
import { processFile } from './job.ts';
import { fileKeys } from './keys.ts';
import { listFiles } from './list.ts';
import { fileOf, shownColumns } from './present.ts';
import { keepRecord } from './record.ts';
import { insertUploaded } from './rows.ts';
import { syncFile } from './sync.ts';

/**
 * Deletes a file and everything made from it: segments, collection files, index, shares, tags, frames and faces, and the
 * results of its content if no other file has the same. At once it is gone for readers, with all that is below it; rows
 * and objects are deleted by jobs that survive a crash. Running jobs on any of it lose their leases and can no longer
 * write.
 */
async function deleteFile(ctx: RequestContext, file: FileRow): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const made = await ctx.lifecycle.ofFile(trx, file.id);
    const collectionFiles = made.flatMap(({ kind, payload }) =>
      kind === 'collection-file.process' ? [payload] : [],
    );
    const cancelled = await ctx.queue.cancelAll(
      trx,
      [...made, { kind: 'file.fetch', payload: { file_id: file.id } } as const].map(({ kind, payload }) =>
        jobKey(kind, payload),
      ),
    );
    await ctx.lifecycle.fileDeleted(trx, file.id);
    // The URL may be ingested anew at once. A file without one never gets one.
    if (file.source_url !== null)
      await trx.updateTable('files').set({ source_url: null }).where('id', '=', file.id).execute();
    await startDeletion(ctx, trx, 'files', file.id);
    await forgetContent(trx, file.content_hash);
    for (const { prefix } of made)
      if (prefix !== undefined) await startObjectDeletion(ctx, trx, prefix, { cancelled });
    await emitAll(trx, ctx, ctx.accountId, [
      ...collectionFiles.map(({ collection_id }) => ({
        type: 'collection.file.job.deleted' as const,
        payload: { collection_id, file_id: file.id, object: 'collection_file' },
      })),
      { type: 'file.job.deleted', payload: { id: file.id, object: 'file' } },
    ]);
  });
}

type FileIds =
  | 'file.upload'
  | 'file.in-place'
  | 'file.sync'
  | 'file.list'
  | 'file.get'
  | 'file.update'
  | 'file.delete';

/** Files: uploading, ingesting from a URL, reading, changing, deleting. */
export const files: Resource<FileIds, 'file.process' | 'file.fetch'> = {
  handlers: {
    'file.upload': upload,
    'file.in-place': async (ctx, { body }) => showFile(ctx, await ingestInPlace(ctx, body)),
    'file.sync': async (ctx, { body }) => showFile(ctx, await syncFile(ctx, body.url, body.metadata)),
    'file.list': (ctx, { query }) => listFiles(ctx, query),
    'file.get': (ctx, { params }) => showFile(ctx, params.file_id),
    'file.update': update,
    'file.delete': async (ctx, { params }) => {
      await deleteFile(ctx, await findFile(ctx, params.file_id));
      return { id: params.file_id, object: 'file' };
    },
  },
  jobs: { 'file.process': processFile, 'file.fetch': fetchFile },
};

/** Reads only what is shown: a GET of a file is what clients ask most. */
const shownFile = compiledOnce((db, id: string, accountId: string) =>
  db
    .selectFrom('files')
    .select(shownColumns)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where(isKept('files')),
);

async function showFile(ctx: RequestContext, id: string) {
  const [row] = await shownFile(ctx.db, id, ctx.accountId);
  if (!row) throw notFound('file', id);
  const file = fileOf(row, await linksFor(ctx));
  if (isInPlace(row)) file.error = (await ctx.objects.fault(fileKeys.original(id))) ?? file.error;
  const gaps = await gapsOfFile(ctx, id);
  return gaps ? { ...file, gaps } : file;
}

/** Moves the uploaded parts into the storage and starts processing. Row and job are written together. */
async function upload(ctx: RequestContext, { body, files }: Input<'file.upload'>) {
  const part = files.get('file');
  if (!part) throw badRequest('the form has no file part named "file"');
  if (part.bytes === 0) throw badRequest('the file is empty');
  const fields = fieldColumns(body);
  await checkMedia(part.path);
  const subtitles = files.get('subtitles');
  const id = randomUUID();
  try {
    await ctx.objects.put(fileKeys.original(id), part.path);
    if (subtitles) await ctx.objects.put(fileKeys.subtitles(id), subtitles.path);
    const row = uploadedFile(ctx, {
      ...{ id, filename: part.filename, bytes: part.bytes, content_hash: part.hash, ...fields },
      subtitle_key: subtitles ? fileKeys.subtitles(id) : null,
    });
    await keepRecord(ctx.objects, row);
    await ctx.db.transaction().execute((trx) => insertUploaded(ctx, trx, row));
  } catch (error) {
    await ctx.objects.deletePrefix(fileKeys.prefix(id));
    throw error;
  }
  return showFile(ctx, id);
}

async function update(ctx: RequestContext, { params, body }: Input<'file.update'>) {
  await changeHearingOf(ctx, params.file_id, body);
  const file = await findFile(ctx, params.file_id);
  const changes = {
    ...(body.filename === undefined ? {} : { filename: displayName(body.filename) }),
    ...(body.metadata === undefined ? {} : { metadata: toJson(body.metadata) }),
  };
  if (Object.keys(changes).length > 0) {
    const changed = { ...file, ...changes };
    const words = titleOf(changed) === titleOf(file) ? undefined : await wordsOfFile(ctx, file.id);
    await ctx.db.transaction().execute(async (trx) => {
      await trx
        .updateTable('files')
        .set(changes)
        .where('id', '=', params.file_id)
        .where('account_id', '=', ctx.accountId)
        .execute();
      await indexFile(trx, params.file_id);
      if (words) await retitle(trx, changed, words);
      await ctx.lifecycle.fileChanged(trx, params.file_id);
    });
    await renewRecord(ctx, params.file_id);
  }
  return showFile(ctx, params.file_id);
}

/** New names of speakers show at once; language and vocabulary are used when speech is recognised the next time. */
async function changeHearingOf(
  ctx: RequestContext,
  id: string,
  { audio_language, vocabulary, speakers }: Input<'file.update'>['body'],
): Promise<void> {
  if (audio_language === undefined && vocabulary === undefined && speakers === undefined) return;
  await withFile(ctx, id, async (trx, file) => {
    const named = speakers && (await namedSpeakers(trx, file, speakers));
    await changeHearing(trx, file, { audio_language, vocabulary, speakers: named });
    if (named) await speechChanged(ctx, trx, file);
    if (named) await nameInOtherFiles(ctx, trx, file, named);
  });
}

/** The change is in the database; a failure to write the copy beside the original is no reason to refuse it. */
async function renewRecord(ctx: RequestContext, id: string): Promise<void> {
  const row = await findFile(ctx, id);
  if (row.object_key === null) return;
  await keepRecord(ctx.objects, row).catch((error: unknown) =>
    ctx.log.error('the record beside an original could not be updated', { id, error }),
  );
}
