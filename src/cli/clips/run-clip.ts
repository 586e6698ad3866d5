/** Makes files of found spans: clips with captions and their origin beside them, and a reel of all. */
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Fetcher } from '../../client/network/fetch.ts';
import { reasonOf } from '../../config/errors.ts';
import { dataFolder } from '../../config/index.ts';
import { writeWhole } from '../../media/files.ts';
import { dressClip, type Ffmpeg, MediaError, makeReel } from '../../media/index.ts';
import { CliError, LocalError, UsageError } from '../errors/errors.ts';
import { exit } from '../errors/exit.ts';
import { chosenFfmpeg } from '../local/opening/ffmpeg.ts';
import type { Session } from '../model/session.ts';
import { timeText } from '../reading/lay-out.ts';
import { clean } from '../terminal/clean.ts';
import type { Progress } from '../terminal/progress.ts';
import { download, openDownloads } from './download.ts';
import { type ClipOptions, type Job, jobsOf } from './jobs.ts';
import { bytesOfSame, captionsOf, origin, spokenIn } from './sidecars.ts';
import type { Found } from './targets.ts';

/** A clip that is there now. */
export interface Made {
  readonly clip: string;
  /** Its captions; left out if nothing is said. */
  readonly captions?: string;
  /** Where it comes from, as JSON. */
  readonly about: string;
  readonly file_id: string;
  readonly filename: string;
  readonly start_time: number;
  readonly end_time: number;
  readonly title: string;
  readonly bytes: number;
  /** Whether it was there before. */
  readonly kept: boolean;
}

export interface ClipsMade {
  readonly clips: readonly Made[];
  readonly reel?: { readonly file: string; readonly bytes: number; readonly kept: boolean };
}

/** Clips that are made at once: the service cuts two at a time. */
const AT_ONCE = 2;

/**
 * Makes a clip of each span. What is there already of the same cut is kept, so that the same command goes on after an
 * interruption; other files are not replaced. Each file appears when it is complete.
 * @throws UsageError if there is nothing to cut, or a foreign file is in the way; CliError, NetworkError, MediaError
 */
export async function makeClips(
  session: Session,
  found: readonly Found[],
  options: ClipOptions,
): Promise<ClipsMade> {
  if (found.length === 0)
    throw new UsageError('There is nothing to cut: no result has a time', {
      hint: 'Search segments or moments (--scope segment), or say which part of a file: FILE@START-END.',
    });
  const { stitch, burnCaptions, vertical } = options;
  const needs = stitch !== undefined || burnCaptions === true || vertical !== undefined;
  const ffmpeg = needs
    ? (await chosenFfmpeg(session.env, dataFolder(session.env), options.ffmpeg)).ffmpeg
    : undefined;
  const progress = session.progress(`Looking up ${found.length} ${found.length === 1 ? 'clip' : 'clips'}`);
  const fetcher = await openDownloads(session);
  try {
    const jobs = await jobsOf(session, found, options);
    await mkdir(options.save, { recursive: true }).catch(cannotWrite(options.save));
    for (const job of jobs) await refuseForeign(job, options);
    const clips = await inTurn(
      jobs,
      (job) => makeOne(session, job, { fetcher, ffmpeg, progress }),
      (done) => progress.update(`Cut ${done} of ${jobs.length}`),
    );
    const reel =
      stitch === undefined || !ffmpeg
        ? undefined
        : await stitchReel(session, clips, { file: stitch, ffmpeg, progress, options });
    return reel ? { clips, reel } : { clips };
  } catch (error) {
    // A program that was ended by Ctrl-C did not fail.
    session.signal.throwIfAborted();
    throw inWords(error);
  } finally {
    progress.stop();
    await fetcher.close();
  }
}

/** @returns the clip that is there already, of the same cut and complete */
async function thereAlready({ about, cut, file }: Job): Promise<number | undefined> {
  const text = await readFile(about, 'utf8').catch(() => undefined);
  const bytes = text === undefined ? undefined : bytesOfSame(text, cut);
  return bytes !== undefined && (await sizeOf(file)) === bytes ? bytes : undefined;
}

/** @throws UsageError if a file is in the way that this command did not make for the same cut */
async function refuseForeign(job: Job, { overwrite = false }: ClipOptions): Promise<void> {
  if (overwrite) return;
  const text = await readFile(job.about, 'utf8').catch(() => undefined);
  if (text !== undefined && bytesOfSame(text, job.cut) !== undefined) return;
  for (const file of [job.file, job.captions, job.about])
    if ((await sizeOf(file)) !== undefined)
      throw new UsageError(`${file} is there already, and is not the clip that is asked for`, {
        hint: 'Choose another folder, or replace it with --overwrite. Nothing was changed.',
      });
}

const sizeOf = (file: string): Promise<number | undefined> =>
  stat(file).then(
    ({ size }) => size,
    () => undefined,
  );

interface Means {
  readonly fetcher: Fetcher;
  readonly ffmpeg: Ffmpeg | undefined;
  readonly progress: Progress;
}

/** Makes a clip: first what lies beside it, and the clip last, so that what has a clip is complete. */
async function makeOne(session: Session, job: Job, { fetcher, ffmpeg }: Means): Promise<Made> {
  const { clip, cut, title, foundId, file, captions, about } = job;
  const said = captionsOf(clip);
  const { file_id, filename, start_time, end_time } = clip;
  const made = (bytes: number, kept: boolean): Made => ({
    clip: file,
    ...(said !== undefined && { captions }),
    ...{ about, file_id, filename: clean(filename), start_time, end_time, title, bytes, kept },
  });
  const known = await thereAlready(job);
  if (known !== undefined) return made(known, true);
  const { signal } = session;
  const what = `${clean(filename)} at ${timeText(start_time)}`;
  await writeWhole(file, async (part) => {
    await download(fetcher, { url: clip.url, what, file: part }, signal);
    if (ffmpeg && (cut.burn_captions || cut.vertical)) await dress(part, job, ffmpeg, signal);
    const bytes = (await stat(part)).size;
    if (said === undefined) await rm(captions, { force: true });
    else await writeWhole(captions, (whole) => writeFile(whole, said));
    await writeWhole(about, (whole) =>
      writeFile(whole, origin(clip, cut, { title, found_id: foundId, bytes })),
    );
  }).catch(cannotWrite(file));
  return made((await stat(file)).size, false);
}

/** Gives the clip its shape and its captions, in its place. */
async function dress(file: string, { clip, cut }: Job, ffmpeg: Ffmpeg, signal: AbortSignal): Promise<void> {
  const captions = cut.burn_captions ? spokenIn(clip) : [];
  const vertical = cut.vertical || undefined;
  if (captions.length === 0 && !vertical) return;
  await writeWhole(file, async (part) => {
    const changed = await dressClip(file, part, { captions, vertical }, { ffmpeg, signal });
    if (!changed) await writeFile(part, await readFile(file));
  });
}

/** Does the work for each item, several at once. @returns the results in the order of the items */
async function inTurn<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  onDone: (done: number) => void,
): Promise<Result[]> {
  const results: Result[] = [];
  let [next, done, failed] = [0, 0, false];
  const run = async () => {
    for (let index = next; index < items.length && !failed; index = next) {
      next += 1;
      try {
        results[index] = await work(items[index] as Item);
      } catch (error) {
        failed = true;
        throw error;
      }
      done += 1;
      onDone(done);
    }
  };
  const runs = await Promise.allSettled(Array.from({ length: AT_ONCE }, run));
  const broken = runs.find((one) => one.status === 'rejected');
  if (broken) throw broken.reason;
  return results;
}

interface Stitching {
  readonly file: string;
  readonly ffmpeg: Ffmpeg;
  readonly progress: Progress;
  readonly options: ClipOptions;
}

async function stitchReel(
  session: Session,
  clips: readonly Made[],
  {
    file,
    ffmpeg,
    progress,
    options: { titles = false, overwrite = false, burnCaptions = false, vertical },
  }: Stitching,
): Promise<ClipsMade['reel']> {
  const about = file.replace(/\.mp4$/i, '.json');
  const parts = clips.map(({ file_id, start_time, end_time, title }) => ({
    file_id,
    start_time,
    end_time,
    title,
  }));
  const same = `${JSON.stringify({ titles, burn_captions: burnCaptions, vertical, parts }, undefined, 2)}\n`;
  const [size, known] = [await sizeOf(file), await readFile(about, 'utf8').catch(() => undefined)];
  if (size !== undefined && known === same) return { file, bytes: size, kept: true };
  const other = size === undefined ? known !== undefined && known !== same && about : file;
  if (other && !overwrite)
    throw new UsageError(`${other} is there already, and is not of this reel`, {
      hint: 'Choose another name, or replace it with --overwrite. The clips are made.',
    });
  progress.update(`Joining ${clips.length} clips`);
  await mkdir(path.dirname(file), { recursive: true }).catch(cannotWrite(file));
  await writeWhole(file, async (part) => {
    const made = clips.map(({ clip, title, filename, start_time, end_time }) => ({
      file: clip,
      seconds: end_time - start_time,
      title: titles ? [title, `${filename}, ${timeText(start_time)}`] : undefined,
    }));
    const onPart = (done: number) => progress.update(`Joined ${done} of ${clips.length}`);
    await makeReel(made, part, { ffmpeg, signal: session.signal, onPart });
    await writeWhole(about, (whole) => writeFile(whole, same));
  }).catch(cannotWrite(file));
  return { file, bytes: (await stat(file)).size, kept: false };
}

/** Turns an error of the file system into a sentence. */
const cannotWrite =
  (file: string) =>
  (error: unknown): never => {
    if (error instanceof Error && 'syscall' in error && !(error instanceof MediaError))
      throw new LocalError(`Cannot write ${file}: ${reasonOf(error)}`);
    throw error;
  };

/** A fault of ffmpeg on this machine, in the form of the command line. */
function inWords(error: unknown): unknown {
  if (!(error instanceof MediaError)) return error;
  const next = error.code === 'no-ffmpeg' || error.code === 'unusable-ffmpeg' ? { next: 'vau doctor' } : {};
  return new CliError(error.message, exit.fault, 'media', next);
}
