import { parentPort } from 'node:worker_threads';
import { FilePathSource, Input, MATROSKA, MP4, QTFF, WAVE, WEBM } from 'mediabunny';

/**
 * The thread that reads file indexes, one after another; see reader.ts. Receives a path, answers with seconds or null.
 */
parentPort?.on('message', async (file: string) => parentPort?.postMessage(await durationOf(file)));

// Reports that it is ready.
parentPort?.postMessage(null);

async function durationOf(file: string): Promise<number | null> {
  // Only formats whose index has the duration; playlists are excluded.
  const input = new Input({ source: new FilePathSource(file), formats: [MP4, QTFF, MATROSKA, WEBM, WAVE] });
  try {
    return await input.getDurationFromMetadata();
  } catch {
    return null;
  } finally {
    input.dispose();
  }
}
