/** Probes a file before an upload. */
import { stat } from 'node:fs/promises';
import { dataFolder } from '../../config/index.ts';
import { type Ffmpeg, locateFfmpeg, MediaError } from '../../media/index.ts';
import { UsageError } from '../errors/errors.ts';
import type { Session } from '../model/session.ts';
import { preflight } from './preflight.ts';
import { probeOne } from './probe-files.ts';

/**
 * Probes a file before it is uploaded; without ffmpeg it prints a note instead. @throws UsageError (exit 2)
 * with the reason, when the service would refuse the file
 */
export async function beforeUpload(session: Session, file: string): Promise<undefined> {
  // The upload itself reports a missing file.
  const there = await stat(file).catch(() => undefined);
  const ffmpeg = there?.isFile() ? await ffmpegOf(session) : undefined;
  if (!ffmpeg) return undefined;
  const { accepted, reasons } = await preflight(await probeOne(file, { ffmpeg, signal: session.signal }));
  if (accepted) return undefined;
  throw new UsageError(`The service would refuse ${file}: ${reasons.join('; ')}`, {
    hint: 'Nothing was sent. Add --no-preflight to send it anyway.',
  });
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
