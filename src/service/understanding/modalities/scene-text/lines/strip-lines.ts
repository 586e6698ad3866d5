import type { Grey } from '../../../../../media/index.ts';
import type { TextBox } from '../detector/messages.ts';
import { type Quarters, straightened } from '../straighten.ts';
import { type FoundLine, findLines } from './find-lines.ts';

/** A line of text in a strip that was cut out of the picture. Its positions are those of the strip. */
export interface StripLine extends FoundLine {
  /** The box that the strip was cut out around. */
  readonly box: TextBox;
  readonly turned: Quarters;
  toPicture(x: number, y: number): readonly [x: number, y: number];
}

/** Maximum number of lines to read per picture, and of doubtful lines, which textures cause. */
const MOST_LINES = 48;
const MOST_DOUBTFUL = 8;
const DOUBTFUL = 4;
/** If no line is certain, weaker ones than this are textures. */
const WEAK = 2.5;

/** Text whose box is so many times as high as wide runs upwards or downwards. */
const ON_SIDE = 1.5;
/** Capitals are at least this share of their box's height. */
const LEAST_HEIGHT = 0.12;

/**
 * The lines inside boxes, from top to bottom. Where a line runs up or down, it is returned both ways: only one of them can be read.
 * @param overhead whether the text is upside down
 */
export function stripLines(grey: Grey, boxes: readonly TextBox[], overhead: boolean): StripLine[] {
  return choose(
    boxes.flatMap((box) => waysOf(box, overhead).flatMap((turned) => linesIn(grey, box, turned))),
  );
}

function waysOf({ width, height }: TextBox, overhead: boolean): readonly Quarters[] {
  if (height >= ON_SIDE * width) return overhead ? [] : [1, 3];
  return overhead ? [2] : [0];
}

function linesIn(grey: Grey, box: TextBox, turned: Quarters): StripLine[] {
  const { toPicture, ...strip } = straightened(grey, box, turned);
  return findLines(strip)
    .filter(({ height }) => height >= LEAST_HEIGHT * strip.height)
    .map((line) => ({ ...line, box, turned, toPicture }));
}

/** The surest lines, in their order. */
function choose(lines: readonly StripLine[]): StripLine[] {
  const sorted = lines.toSorted((one, other) => other.score - one.score);
  const least = (sorted[0]?.score ?? 0) < DOUBTFUL ? WEAK : 0;
  const sure = new Set(sorted.filter(({ score }) => score >= DOUBTFUL).map(({ box }) => box));
  let doubtful = 0;
  const chosen = sorted.filter(({ score, box }) => {
    if (!sure.has(box)) doubtful += 1;
    return score >= least && (sure.has(box) || doubtful <= MOST_DOUBTFUL);
  });
  return chosen
    .slice(0, MOST_LINES)
    .toSorted(({ box: one }, { box: other }) => one.y - other.y || one.x - other.x);
}
