import { type Ffmpeg, type Installed, installFfmpeg, locateFfmpeg, MediaError } from '../../media/index.ts';
import type { Session } from '../model/session.ts';

/**
 * The ffmpeg in use; where there is none, one is put into the data folder.
 * @throws MediaError when a named one does not run, or none can be had
 */
export async function ensureFfmpeg(session: Session, dataDir: string): Promise<Ffmpeg> {
  try {
    return await locateFfmpeg({ env: session.env, dataDir });
  } catch (error) {
    if (!(error instanceof MediaError) || error.code !== 'no-ffmpeg') throw error;
    const { ffmpeg, advice } = await setUpFfmpeg(session, dataDir);
    if (advice) session.note(advice);
    return ffmpeg;
  }
}

/** Puts an ffmpeg into the data folder, telling where it comes from. */
export async function setUpFfmpeg(session: Session, dataDir: string): Promise<Installed> {
  const progress = session.progress('Getting an ffmpeg');
  try {
    return await installFfmpeg({
      dataDir,
      signal: session.signal,
      onProgress: (text: string) => progress.update(text),
    });
  } catch (error) {
    // One that was cancelled is an interruption, and no fault.
    session.signal.throwIfAborted();
    throw error;
  } finally {
    progress.stop();
  }
}
