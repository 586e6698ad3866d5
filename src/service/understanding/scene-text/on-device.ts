import { readFile } from 'node:fs/promises';
import type { Keyframe, Perceived, SenseProvider } from '../port.ts';
import { imageSize } from './image-size.ts';
import { joinRanges, type ReadKeyframe } from './ranges.ts';
import { MIN_CONFIDENCE, readLines } from './read-lines.ts';
import { readPicture } from './recogniser.ts';
import { findTesseract, LANGUAGE_DATA, PAGE_MODE } from './tesseract.ts';

/**
 * Scene text read from keyframes on this machine, English. A keyframe that cannot be read is one note and does
 * not stop the others; when none can be read the sense fails with the first one's reason.
 */
export const onDeviceSceneText: SenseProvider<'scene_text'> = {
  sense: 'scene_text',
  async plan({ keyframes }) {
    if (keyframes.length === 0) return undefined;
    const { version } = findTesseract();
    return {
      provider: 'tesseract.js',
      settings: {
        version,
        language: 'eng',
        data: LANGUAGE_DATA,
        page_mode: PAGE_MODE,
        min_confidence: MIN_CONFIDENCE,
        keyframes: keyframes.map((keyframe) => keyframe.time.toFixed(3)).join(' '),
      },
      run: (signal) => readAll(keyframes, signal),
    };
  },
};

/** The answer for a file without pictures to read. */
export const noSceneText: SenseProvider<'scene_text'> = {
  sense: 'scene_text',
  async plan() {
    const notes = ['No keyframes were taken, so no on-screen text was looked for.'];
    return { provider: 'none', settings: {}, run: async () => ({ lines: [], notes }) };
  },
};

async function readAll(
  keyframes: readonly Keyframe[],
  signal: AbortSignal,
): Promise<Perceived<'scene_text'>> {
  const read: ReadKeyframe[] = [];
  const notes: string[] = [];
  for (const keyframe of keyframes) {
    try {
      read.push(await readOne(keyframe, signal));
    } catch (error) {
      signal.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      notes.push(`The keyframe at ${keyframe.time.toFixed(1)} s could not be read: ${reason}`);
    }
  }
  if (read.length === 0 && notes[0]) throw new Error(notes[0]);
  return { lines: joinRanges(read), notes };
}

async function readOne({ path, time }: Keyframe, signal: AbortSignal): Promise<ReadKeyframe> {
  const image = await readFile(path, { signal });
  const size = imageSize(image);
  if (!size) throw new Error('it is no JPEG or PNG picture');
  return { time, lines: readLines(await readPicture(image, signal), size) };
}
