import type { SceneTextLine } from '../lines.ts';
import type { PictureLine } from './picture-line.ts';

/** The text read from the key frame at `time` (seconds). */
export interface ReadKeyframe {
  time: number;
  lines: PictureLine[];
}

/** The form in which two readings count as the same text: letters and digits only, ignoring case. */
function sameTextKey(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

/**
 * Joins equal text in neighbouring key frames into one line from the first to the last key frame that showed it. Text
 * that disappears and comes back makes a second line. Sorted by start.
 */
export function joinRanges(keyframes: readonly ReadKeyframe[]): SceneTextLine[] {
  const result: SceneTextLine[] = [];
  let showing = new Map<string, SceneTextLine>();
  for (const { time, lines } of [...keyframes].sort((one, other) => one.time - other.time)) {
    const now = new Map<string, SceneTextLine>();
    for (const line of lines) {
      const key = sameTextKey(line.text);
      if (now.has(key)) continue;
      const known = showing.get(key);
      if (known) known.end = time;
      const shown = known ?? { text: line.text, time, start: time, end: time, words: line.words };
      if (!known) result.push(shown);
      now.set(key, shown);
    }
    showing = now;
  }
  return result;
}
