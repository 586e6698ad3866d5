import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { badRequest, messageOf, tooLarge } from '../../../errors.ts';
import type { HandlersOf, Input, RequestContext } from '../../../http/handler.ts';
import { linksFor } from '../../../links/links.ts';
import { isKept } from '../../../store/deletions.ts';
import { decodeSubtitles, MAX_SUBTITLE_BYTES } from '../../../understanding/speech/decode.ts';
import { fromSubtitles } from '../../../understanding/speech/sidecar.ts';
import { findCollection, findFile, withFile } from '../../common/lookup.ts';
import { fileKeys } from '../keys.ts';
import { fileOf } from '../present.ts';
import { changeHearing, recogniseAgain, speechChanged } from './change.ts';
import { checkProvider } from './rules.ts';

type HearingIds = 'transcript.put' | 'transcript.delete' | 'redo.file' | 'redo.collection';

/** Corrected transcripts, and recognising speech again. */
export const hearingHandlers: HandlersOf<HearingIds> = {
  'transcript.put': putTranscript,
  'transcript.delete': async (ctx, { params }) => {
    await setTranscript(ctx, params.file_id, null);
    return showFile(ctx, params.file_id);
  },
  'redo.file': async (ctx, { params, body }) => {
    await checkProvider(ctx, body.provider, await findFile(ctx, params.file_id));
    const collectionFiles = await redo(ctx, params.file_id, body);
    return { modality: body.modality, file_count: 1, collection_file_count: collectionFiles };
  },
  'redo.collection': redoCollection,
};

async function showFile(ctx: RequestContext, id: string) {
  return fileOf(await findFile(ctx, id), await linksFor(ctx));
}

async function putTranscript(ctx: RequestContext, { params, files }: Input<'transcript.put'>) {
  const file = await findFile(ctx, params.file_id);
  const part = files.get('file');
  if (!part) throw badRequest('the form has no file part named "file"');
  if (part.bytes > MAX_SUBTITLE_BYTES) throw tooLarge('the transcript', MAX_SUBTITLE_BYTES);
  checkTranscript(await readFile(part.path));
  const key = fileKeys.transcript(file.id, randomUUID());
  await ctx.objects.put(key, part.path);
  await setTranscript(ctx, file.id, key);
  return showFile(ctx, file.id);
}

/** @throws 400 for what is neither SubRip nor WebVTT */
function checkTranscript(bytes: Buffer): void {
  try {
    fromSubtitles(decodeSubtitles(bytes), 'transcript');
  } catch (error) {
    throw badRequest(messageOf(error));
  }
}

/** @param key null removes the transcript */
async function setTranscript(ctx: RequestContext, id: string, key: string | null): Promise<void> {
  const former = await withFile(ctx, id, async (trx, file) => {
    await trx.updateTable('files').set({ transcript_key: key }).where('id', '=', id).execute();
    if (key !== file.transcript_key) await speechChanged(ctx, trx, file);
    return file.transcript_key;
  });
  if (former !== null && former !== key) await ctx.objects.delete(former);
}

type Redo = Input<'redo.file'>['body'];

function redo(
  ctx: RequestContext,
  id: string,
  { provider, audio_language, vocabulary }: Redo,
): Promise<number> {
  return withFile(ctx, id, async (trx, file) => {
    await changeHearing(trx, file, { provider, audio_language, vocabulary });
    return recogniseAgain(ctx, trx, file);
  });
}

async function redoCollection(ctx: RequestContext, { params, body }: Input<'redo.collection'>) {
  const { id } = await findCollection(ctx, params.collection_id);
  await checkProvider(ctx, body.provider);
  const members = await ctx.db
    .selectFrom('collection_files')
    .select('file_id')
    .where('collection_id', '=', id)
    .where(isKept('collection_files'))
    .execute();
  let collectionFiles = 0;
  for (const { file_id } of members) collectionFiles += await redo(ctx, file_id, body);
  return {
    modality: body.modality,
    file_count: members.length,
    collection_file_count: collectionFiles,
  };
}
