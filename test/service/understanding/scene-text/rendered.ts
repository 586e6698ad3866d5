import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { COLOUR_MAPS, EVEN, type Grey, greyOfMap, splitColour } from '../../../../src/media/index.ts';
import { locate } from '../../../support/programs.ts';

/** A frame to draw: an ffmpeg background, with `@` for its size, and how to draw text on it. */
export interface Look {
  background: string;
  /** drawtext's own options: colour, box, border. */
  text: string;
}

export interface Frame extends Look {
  font: string;
  /** Pixels. */
  size: number;
  width: number;
  height: number;
  lines: readonly string[];
}

const vocabulary = [
  ...'the harbour office opens at seven boats leave this pier every morning weather report for northern'.split(
    ' ',
  ),
  ...'coast please keep your gangway clear tickets are sold in yellow house water energy climate music'.split(
    ' ',
  ),
  ...'history science quick river bridge over mountain valley question answer knowledge summer town'.split(
    ' ',
  ),
  ...'Quarterly Review 2026 Budget Summary Total Chapter 12 January February London Professor Miller'.split(
    ' ',
  ),
  ...'BREAKING NEWS LIVE FINAL SCORE 1984 350 Director Research University million people would have'.split(
    ' ',
  ),
];

/** Lines of words derived from the seed, each short enough for its frame. */
export function linesOf(seed: number, { size, width, rows }: { size: number; width: number; rows: number }) {
  const next = randoms(seed);
  return Array.from({ length: rows }, () => {
    const words = Array.from({ length: 5 }, () => vocabulary[Math.floor(next() * vocabulary.length)] ?? '');
    while (words.length > 1 && words.join(' ').length * size * 0.64 > width - 80) words.pop();
    return words.join(' ');
  });
}

/** Numbers from 0 to 1 derived from the seed: a linear congruential generator modulo 2^32. */
function randoms(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Draws the frame. */
export function drawFrame({ background, text, font, size, width, height, lines }: Frame): Promise<Grey> {
  const file = path.join(path.dirname(locate('fonts')), font);
  const pitch = Math.floor((height - 40) / Math.max(1, lines.length));
  const drawn = lines.map(
    (line, row) =>
      `drawtext=fontfile=${file}:text='${line}':fontsize=${size}:x=30:y=${20 + row * pitch}:${text}`,
  );
  return grey(['-f', 'lavfi', '-i', background.replace('@', `${width}x${height}`)], drawn);
}

/** The first frame of an input in grey, with its colour, through filters. */
export async function grey(input: readonly string[], filters: readonly string[] = []): Promise<Grey> {
  const filter = ['-vf', [...filters, EVEN].join(',')];
  const output = ['-frames:v', '1', '-f', 'image2pipe', ...COLOUR_MAPS, '-'];
  const args = ['-nostdin', '-v', 'error', ...input, ...filter, ...output];
  const options = { encoding: 'buffer', maxBuffer: 2 ** 24 } as const;
  return splitColour(greyOfMap((await promisify(execFile)(locate('ffmpeg'), args, options)).stdout));
}
