/** The look that an upload takes at its file before anything is sent. */
import { stat } from 'node:fs/promises';
import { dataFolder } from '../../config/index.ts';
import { type Ffmpeg, locateFfmpeg, MediaError } from '../../media/index.ts';
import { UsageError } from '../errors/errors.ts';
import type { Session } from '../model/session.ts';
import { preflight } from './preflight.ts';
import { probeOne } from './probe-files.ts';

/**
 * Looks into a file that is about to be uploaded. Without an ffmpeg it says so and looks no further.
 * @throws UsageError (exit 2) with the reason, when the service would refuse it
 */
export async function beforeUpload(session: Session, file: string): Promise<undefined> {
  // What is not there is named by who would send it.
  const there = await stat(file).catch(() => undefined);
  const ffmpeg = there?.isFile() ? await ffmpegOf(session) : undefined;
  if (!ffmpeg) return undefined;
  const { accepted, reasons } = await preflight(await probeOne(file, { ffmpeg, signal: session.signal }));
  if (accepted) return undefined;
  throw new UsageError(`${file} would be refused: ${reasons.join('; ')}`, {
    hint: 'Nothing was sent. --no-preflight sends it all the same.',
  });
}

async function ffmpegOf({ env, note }: Session): Promise<Ffmpeg | undefined> {
  try {
    return await locateFfmpeg({ dataDir: dataFolder(env), env });
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    note('There is no ffmpeg here: the file is sent without a look into it');
    return undefined;
  }
}
