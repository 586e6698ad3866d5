import type { SceneTextLine } from '../lines.ts';
import type { PictureLine } from './picture-line.ts';
import { confidenceOf, isSameLine, sameTextKey } from './same-line.ts';

/** The text read from the key frame at `time` (seconds). */
export interface ReadKeyframe {
  time: number;
  lines: PictureLine[];
}

/**
 * Joins equal text in neighbouring key frames into one line from the first to the last key frame that showed it. Text in the
 * same place that was read a little differently is the same line, in its surest reading. Text that disappears and comes
 * back makes a second line. Sorted by start.
 */
export function joinRanges(keyframes: readonly ReadKeyframe[]): SceneTextLine[] {
  const result: SceneTextLine[] = [];
  let showing: SceneTextLine[] = [];
  for (const { time, lines } of [...keyframes].sort((one, other) => one.time - other.time)) {
    const now: SceneTextLine[] = [];
    const keys = new Set<string>();
    for (const line of lines) {
      const key = sameTextKey(line.text);
      if (keys.has(key)) continue;
      keys.add(key);
      const known = shownBefore(line, showing, now);
      const shown = known ?? { text: line.text, time, start: time, end: time, words: line.words };
      if (!known) result.push(shown);
      else if (confidenceOf(line) > confidenceOf(known))
        Object.assign(known, { text: line.text, time, words: line.words });
      shown.end = time;
      now.push(shown);
    }
    showing = now;
  }
  return result;
}

/** The same line in the key frame before, if no other line of this one has taken it. */
function shownBefore(
  line: PictureLine,
  showing: readonly SceneTextLine[],
  taken: readonly SceneTextLine[],
): SceneTextLine | undefined {
  const free = showing.filter((one) => !taken.includes(one));
  const key = sameTextKey(line.text);
  return free.find(({ text }) => sameTextKey(text) === key) ?? free.find((one) => isSameLine(one, line));
}
