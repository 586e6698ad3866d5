import { parentPort } from 'node:worker_threads';
import { FilePathSource, Input, MATROSKA, MP4, QTFF, WAVE, WEBM } from 'mediabunny';

/** The thread that reads the index of one file after the other; see reader.ts. Gets a path, answers with seconds or null. */
parentPort?.on('message', async (file: string) => parentPort?.postMessage(await durationOf(file)));

// It is ready.
parentPort?.postMessage(null);

async function durationOf(file: string): Promise<number | null> {
  // Only formats with an index that says it; playlists are not among them.
  const input = new Input({ source: new FilePathSource(file), formats: [MP4, QTFF, MATROSKA, WEBM, WAVE] });
  try {
    return await input.getDurationFromMetadata();
  } catch {
    return null;
  } finally {
    input.dispose();
  }
}
