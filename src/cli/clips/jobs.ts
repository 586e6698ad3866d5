/** The clips to make: where the service has each, what is said in it, and the paths of its files. */
import path from 'node:path';
import type { Client } from '../../client/client.ts';
import { AnswerError, ApiError } from '../../client/errors.ts';
import type { QueryInput } from '../../contract/index.ts';
import { limits } from '../../contract/values/limits.ts';
import { cutEnding, type Vertical } from '../../media/index.ts';
import { CliError, UsageError } from '../errors/errors.ts';
import { exit } from '../errors/exit.ts';
import { safeName } from '../export/film-names.ts';
import type { Session } from '../model/session.ts';
import { timeText } from '../reading/lay-out.ts';
import { clean } from '../terminal/clean.ts';
import type { Clip, Cut } from './sidecars.ts';
import type { Found } from './targets.ts';

export interface ClipOptions {
  /** Folder of the clips. */
  readonly save: string;
  /** Seconds to add before and after each span. */
  readonly pad?: number | undefined;
  /** Path of the reel. */
  readonly stitch?: string | undefined;
  readonly titles?: boolean | undefined;
  readonly burnCaptions?: boolean | undefined;
  readonly vertical?: Vertical | undefined;
  readonly overwrite?: boolean | undefined;
  readonly ffmpeg?: string | undefined;
}

/** Longest title, in characters. */
const LONGEST_TITLE = 160;

/** A clip to make. */
export interface Job {
  readonly clip: Clip;
  readonly cut: Cut;
  readonly title: string;
  readonly foundId: string | undefined;
  /** Its path. */
  readonly file: string;
  readonly captions: string;
  readonly about: string;
}

/** The clips of spans: where the service has each, and its path. @throws CliError, AnswerError; UsageError for what is too long */
export async function jobsOf(
  session: Session,
  found: readonly Found[],
  options: ClipOptions,
): Promise<Job[]> {
  const client = await session.client();
  const { pad = 0, save, burnCaptions = false, vertical = false } = options;
  const jobs: Job[] = [];
  for (const [index, { fileId, start, end, title, foundId }] of found.entries()) {
    const from = Math.max(0, start - pad);
    const query = { start_time: from, end_time: end === undefined ? from + limits.clipSeconds : end + pad };
    const clip = await clipAt(client, fileId, query, session.signal);
    const { file_id, start_time, end_time, filename, media_type } = clip;
    if (end === undefined && end_time - start_time >= limits.clipSeconds) throw tooLong(filename);
    const number = String(index + 1).padStart(Math.max(3, String(found.length).length), '0');
    const name = `${number} ${safeName(filename, file_id)} ${timeText(start_time).replaceAll(':', '-')}`;
    const base = path.join(save, name);
    jobs.push({
      clip,
      cut: { file_id, start_time, end_time, burn_captions: burnCaptions, vertical },
      title: clean(title ?? filename).slice(0, LONGEST_TITLE),
      foundId,
      file: `${base}${cutEnding(media_type)}`,
      captions: `${base}.srt`,
      about: `${base}.json`,
    });
  }
  return jobs;
}

const tooLong = (filename: string): UsageError =>
  new UsageError(
    `${JSON.stringify(clean(filename))} lasts longer than ${limits.clipSeconds} s, the most that one clip has`,
    {
      hint: 'Say which part to cut: FILE@START-END, such as talk.mp4@12-20.5.',
    },
  );

/** Where a clip can be read, and what is said in it. @throws CliError if this service cuts no clips; AnswerError */
async function clipAt(
  client: Client,
  file_id: string,
  query: QueryInput<'clip.get'>,
  signal: AbortSignal,
): Promise<Clip> {
  try {
    const clip = await client.call('clip.get', { params: { file_id }, query }, { signal });
    const times = [clip.start_time, clip.end_time].every((time) => typeof time === 'number');
    const texts = [clip.url, clip.filename].every((text) => typeof text === 'string');
    if (times && texts && Array.isArray(clip.speech)) return clip;
    throw new AnswerError('The service did not say where the clip is', 'clip.get');
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    // Says that the file is not there, unless it is.
    await client.call('file.get', { params: { file_id } }, { signal });
    throw new CliError('This service cuts no clips', exit.service, 'unsupported', {
      hint: 'The embedded service does (vau serve). Of this one, share the part.',
      next: `vau share create ${file_id} --clip START-END`,
    });
  }
}
