import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { badRequest, messageOf, tooLarge } from '../../../errors.ts';
import type { Input, RequestContext } from '../../../http/handler.ts';
import { type JobHandler, RetryLater } from '../../../jobs/handlers.ts';
import { linksFor } from '../../../links/links.ts';
import { filesToName, nextNaming } from '../../../understanding/modalities/speakers/names.ts';
import { MAX_SUBTITLE_BYTES } from '../../../understanding/modalities/speech/subtitles/decode.ts';
import { checkTranscript } from '../../../understanding/modalities/speech/subtitles/given.ts';
import { durationOf, findFile, withFile } from '../../common/lookup.ts';
import type { Resource } from '../../common/resource.ts';
import { removeIfGone, rowOf } from '../../common/rows.ts';
import { fileKeys } from '../keys.ts';
import { fileOf } from '../present.ts';
import { speechChanged } from './change.ts';

type HearingIds = 'transcript.put' | 'transcript.delete';
async function showFile(ctx: RequestContext, id: string) {
  return fileOf(await findFile(ctx, id), await linksFor(ctx));
}

async function putTranscript(ctx: RequestContext, { params, files }: Input<'transcript.put'>) {
  const file = await findFile(ctx, params.file_id);
  const part = files.get('file');
  if (!part) throw badRequest('the form has no file part named "file"');
  if (part.bytes > MAX_SUBTITLE_BYTES) throw tooLarge('the transcript', MAX_SUBTITLE_BYTES);
  try {
    checkTranscript(await readFile(part.path), durationOf(file));
  } catch (error) {
    throw badRequest(messageOf(error));
  }
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

/** @param key null removes the transcript */
async function setTranscript(ctx: RequestContext, id: string, key: string | null): Promise<void> {
  const former = await withFile(ctx, id, async (trx, file) => {
    await trx.updateTable('files').set({ transcript_key: key }).where('id', '=', id).execute();
    if (key !== file.transcript_key) await speechChanged(ctx, trx, file);
    return file.transcript_key;
  });
  if (former !== null && former !== key) await ctx.objects.delete(former);
}

/** Files that are processed again in one transaction: other writers wait meanwhile. */
const PIECE = 25;

/** Milliseconds before other light jobs get a turn. */
const TURN_MS = 500;

/**
 * Shows names that voices were given in the other files in which these speak, piece by piece. A piece and how far it reached
 * are written in one transaction: after an interruption the next job goes on behind it, and no file is started twice.
 */
export const nameVoicesElsewhere: JobHandler<'voices.name'> = {
  async run(ctx) {
    const until = ctx.clock() + TURN_MS;
    for (let naming = await nextNaming(ctx.db); naming; naming = await nextNaming(ctx.db)) {
      ctx.signal.throwIfAborted();
      const one = naming;
      await ctx.write(async (trx) => {
        for (const id of await filesToName(trx, one, PIECE)) {
          const file = await rowOf(trx, 'files', id);
          if (file) await speechChanged(ctx, trx, file);
        }
      });
      if (ctx.clock() > until) throw new RetryLater('more files are to show the name of a voice', 0);
    }
  },
  /** The next sweep enqueues a new job. */
  exhausted: async () => undefined,
};

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
