/** Probes a file before an upload. */
import { access, constants, stat } from 'node:fs/promises';
import { dataFolder } from '../../config/index.ts';
import { type Ffmpeg, locateFfmpeg, MediaError } from '../../media/index.ts';
import { UsageError } from '../errors/errors.ts';
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
