import type { Grey } from '../../../media/index.ts';
import type { Box } from '../lines.ts';
import type { PictureLine } from './picture-line.ts';

/** Quarter turns clockwise. */
export type Quarters = 1 | 2 | 3;

/**
 * Whether to turn the next picture of a film if nothing can be read in it. Most films have no turned text, so after four
 * pictures one in eight is tried. A picture that could be read does not count, so that text that is found is followed.
 * @param unread pictures of the film so far in which nothing was read
 */
export function isTurnTried(unread: number): boolean {
  return unread < 4 || unread % 8 === 0;
}

/** The picture turned clockwise. */
export function turned({ width, height, data }: Grey, quarters: Quarters): Grey {
  const [wide, high] = quarters === 2 ? [width, height] : [height, width];
  const result = new Uint8Array(data.length);
  for (let y = 0; y < high; y += 1)
    for (let x = 0; x < wide; x += 1) {
      const [fromX, fromY] = source(x, y, { width, height }, quarters);
      result[y * wide + x] = data[fromY * width + fromX] ?? 0;
    }
  return { width: wide, height: high, data: result };
}

/** Where a pixel of the turned picture comes from. */
function source(
  x: number,
  y: number,
  { width, height }: { width: number; height: number },
  quarters: Quarters,
): [number, number] {
  if (quarters === 1) return [y, height - 1 - x];
  if (quarters === 2) return [width - 1 - x, height - 1 - y];
  return [width - 1 - y, x];
}

/** Lines read from a turned picture, with the positions of their words in the picture itself. */
export function turnedBack(lines: readonly PictureLine[], quarters: Quarters): PictureLine[] {
  return lines.map((line) => ({
    ...line,
    words: line.words.map((word) => ({ ...word, box: boxBack(word.box, quarters) })),
  }));
}

function boxBack({ left, top, width, height }: Box, quarters: Quarters): Box {
  const far = (from: number, length: number) => Math.round((1 - from - length) * 10_000) / 10_000;
  if (quarters === 2) return { left: far(left, width), top: far(top, height), width, height };
  const turnedSize = { width: height, height: width };
  return quarters === 1
    ? { left: top, top: far(left, width), ...turnedSize }
    : { left: far(top, height), top: left, ...turnedSize };
}
