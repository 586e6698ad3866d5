import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { badRequest, messageOf, tooLarge } from '../../../errors.ts';
import type { Input, RequestContext } from '../../../http/handler.ts';
import { linksFor } from '../../../links/links.ts';
import {
  decodeSubtitles,
  MAX_SUBTITLE_BYTES,
} from '../../../understanding/modalities/speech/subtitles/decode.ts';
import { fromSubtitles } from '../../../understanding/modalities/speech/subtitles/given.ts';
import { findFile, withFile } from '../../common/lookup.ts';
import type { Resource } from '../../common/resource.ts';
import { removeIfGone } from '../../common/rows.ts';
import { fileKeys } from '../keys.ts';
import { fileOf } from '../present.ts';
import { speechChanged } from './change.ts';
import { nameVoicesElsewhere } from './name-voices-job.ts';

type HearingIds = 'transcript.put' | 'transcript.delete';

/** Corrected transcripts. */
export const hearing: Resource<HearingIds, 'voices.name'> = {
  handlers: {
    'transcript.put': putTranscript,
    'transcript.delete': async (ctx, { params }) => {
      await setTranscript(ctx, params.file_id, null);
      return showFile(ctx, params.file_id);
    },
  },
  jobs: { 'voices.name': nameVoicesElsewhere },
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
  try {
    await setTranscript(ctx, file.id, key);
  } catch (error) {
    await ctx.objects.delete(key);
    await removeIfGone(ctx, 'files', file.id, fileKeys.prefix(file.id));
    throw error;
  }
  return showFile(ctx, file.id);
}

/** @throws 400 for what is neither SubRip nor WebVTT */
function checkTranscript(bytes: Buffer): void {
  try {
    fromSubtitles(decodeSubtitles(bytes, 'transcript'), 'transcript');
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
