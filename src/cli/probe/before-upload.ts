/** Probes a file before an upload, and finds the subtitles that lie beside it. */
import { access, constants, lstat, open, stat } from 'node:fs/promises';
import path from 'node:path';
import { dataFolder } from '../../config/index.ts';
import { type Ffmpeg, locateFfmpeg, MediaError } from '../../media/index.ts';
import { UsageError } from '../errors/errors.ts';
import type { Request } from '../model/plan.ts';
import type { Session } from '../model/session.ts';
import { unreadable } from '../run/read-value.ts';
import { preflight } from './preflight.ts';
import { probeOne } from './probe-files.ts';

export interface Upload {
  readonly file: string;
  readonly subtitles?: string | undefined;
  /** Whether the file is probed. */
  readonly probes: boolean;
}

/**
 * Checks that the files of an upload can be read, and probes the media; without ffmpeg it prints a note instead.
 * @throws UsageError (exit 2) when a file cannot be read, or with the reason when the service would refuse it
 */
export async function beforeUpload(session: Session, { file, subtitles, probes }: Upload): Promise<void> {
  const isFile = await readable('', file);
  if (subtitles !== undefined) await readable('--subtitles', subtitles);
  const ffmpeg = probes && isFile ? await ffmpegOf(session) : undefined;
  if (!ffmpeg) return;
  const outcome = await probeOne({ file }, { ffmpeg, signal: session.signal });
  if ('disturbed' in outcome) {
    session.note(`The file is sent without a probe. ${outcome.reason}`);
    return;
  }
  const { accepted, reasons } = await preflight(outcome);
  if (accepted) return;
  throw new UsageError(`The service would refuse ${file}: ${reasons.join('; ')}`, {
    hint: 'Nothing was sent. Add --no-preflight to send it anyway.',
  });
}

/** @param name the flag, empty for the argument @returns true for a plain file @throws UsageError if it cannot be read */
async function readable(name: string, file: string): Promise<boolean> {
  try {
    await access(file, constants.R_OK);
    return (await stat(file)).isFile();
  } catch (error) {
    throw unreadable(name, file, error);
  }
}

async function ffmpegOf({ env, note }: Session): Promise<Ffmpeg | undefined> {
  try {
    return await locateFfmpeg({ dataDir: dataFolder(env), env });
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    note('ffmpeg was not found: the file is sent without a probe');
    return undefined;
  }
}

/** How far into a file its first timing line is looked for, in bytes. */
const LOOKED_AT = 64 * 1024;

/**
 * The subtitles beside a film: a file with its name that ends in .srt, else in .vtt. Links are not followed, and what has no timing
 * line is none. @returns its path; undefined if there is none
 */
export async function sidecarOf(film: string): Promise<string | undefined> {
  const stem = film.slice(0, film.length - path.extname(film).length);
  for (const ending of ['.srt', '.vtt']) if (await isSubtitles(stem + ending)) return stem + ending;
  return undefined;
}

async function isSubtitles(file: string): Promise<boolean> {
  const found = await lstat(file).catch(() => undefined);
  if (!found?.isFile()) return false;
  const handle = await open(file).catch(() => undefined);
  if (!handle) return false;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(LOOKED_AT), 0, LOOKED_AT, 0);
    // In UTF-16 too, every other byte of it is zero.
    return buffer.toString('latin1', 0, bytesRead).replaceAll('\0', '').includes('-->');
  } finally {
    await handle.close();
  }
}

/** The request of an upload, with the subtitles beside its film unless it has some. */
export async function withSidecar(request: Request): Promise<Request> {
  const { file, subtitles } = request.files ?? {};
  if (request.operation !== 'file.upload' || file === undefined || subtitles !== undefined) return request;
  const found = await sidecarOf(file);
  return found === undefined ? request : { ...request, files: { file, subtitles: found } };
}
