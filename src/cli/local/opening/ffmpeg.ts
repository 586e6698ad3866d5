import path from 'node:path';
import { openFetcher, shown } from '../../../client/network/fetch.ts';
import { cacheFolder } from '../../../config/index.ts';
import {
  chooseFfmpeg,
  type Ffmpeg,
  type Get,
  type Installed,
  installFfmpeg,
  locateFfmpeg,
  MediaError,
} from '../../../media/index.ts';
import type { FfmpegChoice } from '../../../media/types.ts';
import { UsageError } from '../../errors/errors.ts';
import type { Session } from '../../model/session.ts';
import { certificatesOf } from '../../run/session/connect.ts';
import { version } from '../../terminal/version.ts';

/**
 * The ffmpeg in use; installs one in the data folder if there is none. @throws MediaError when a named one
 * does not run, or none can be installed
 */
export async function ensureFfmpeg(session: Session, dataDir: string): Promise<Ffmpeg> {
  try {
    return await locateFfmpeg({ env: session.env, dataDir });
  } catch (error) {
    if (!(error instanceof MediaError) || error.code !== 'no-ffmpeg') throw error;
    const { ffmpeg, notes } = await setUpFfmpeg(session, dataDir);
    for (const note of notes) session.note(note);
    return ffmpeg;
  }
}

/**
 * The ffmpeg to use, and why. @param explicit value of --ffmpeg @throws UsageError when that one does not
 * run; MediaError when another named one does not, or there is none
 */
export async function chosenFfmpeg(
  env: NodeJS.ProcessEnv,
  dataDir: string,
  explicit: string | undefined,
): Promise<FfmpegChoice> {
  try {
    return await chooseFfmpeg({ env, dataDir, explicit, memory: knownPrograms(env) });
  } catch (error) {
    throw refusedFlag(error, explicit) ?? error;
  }
}

/** The file in which versions of programs are remembered. */
const knownPrograms = (env: NodeJS.ProcessEnv): string => path.join(cacheFolder(env), 'programs.json');

/** A UsageError when the program of --ffmpeg does not run; undefined for any other error. */
export function refusedFlag(error: unknown, explicit: string | undefined): UsageError | undefined {
  // The service bundle has its own MediaError class, so compare by name.
  const { name, code, message } = error as Partial<MediaError>;
  if (explicit === undefined || name !== 'MediaError' || code !== 'unusable-ffmpeg') return undefined;
  return new UsageError(message ?? '', { next: 'vau doctor' });
}

/** Downloads missing parts of ffmpeg and ffprobe into the data folder, and reports their source. */
export async function setUpFfmpeg(session: Session, dataDir: string): Promise<Installed> {
  const progress = session.progress('Installing ffmpeg');
  const fetcher = openFetcher({
    env: session.env,
    ca: certificatesOf(await session.settings()),
    userAgent: `vau/${version}`,
    timeouts: { connect: 10_000, answer: 60_000 },
  });
  const get: Get = async (url, signal) => {
    const answer = await fetcher.get(url, {}, signal);
    if (answer.status === 200) return answer.body;
    await answer.dump();
    throw new Error(`${shown(url)} responded with ${answer.status}`);
  };
  try {
    return await installFfmpeg({
      dataDir,
      env: session.env,
      get,
      signal: session.signal,
      onProgress: (text: string) => progress.update(text),
    });
  } catch (error) {
    // A cancelled download is an interruption, not a failure.
    session.signal.throwIfAborted();
    throw error;
  } finally {
    await fetcher.close();
    progress.stop();
  }
}

/** Which ffmpeg is used and why, in a sentence: `5.1.9, /usr/bin/ffmpeg (PATH), because it is newer than ...`. */
export const choiceText = ({ ffmpeg, why }: FfmpegChoice): string =>
  `${ffmpeg.version}, ${ffmpeg.path} (${ffmpeg.source}), because ${why}`;
