import type { Grey } from '../../../../media/index.ts';
import { type Blob, findBlobs, type Layer } from './blobs.ts';
import { colourPicture } from './colour.ts';
import { groupLetters, heightOf, isLetter } from './letters.ts';
import { thresholds } from './thresholds.ts';

/** A region that looks like a line of text. Pixels; right and bottom are exclusive. */
export interface FoundLine {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** Height of most capitals. */
  readonly height: number;
  /** The picture in which the text is lighter: the input, or its negative. */
  readonly picture: Grey;
  /** Levels of the letters and of their surroundings in that picture. */
  readonly ink: number;
  readonly paper: number;
  readonly letters: readonly Blob[];
  readonly layer: Layer;
  /** Grows with the number of letters on the line and with their contrast. */
  readonly score: number;
}

/** More letters than this are noise. */
const MOST_LETTERS = 6_000;
/** Share of its score that a line keeps which colour alone shows: planes of colour have half the pixels. */
const BY_COLOUR = 0.55;

/**
 * Finds what stands on a line in a strip, light on dark or dark on light, with letters of 6 pixels and higher. Connected regions at
 * several thresholds are letters if their shape allows it, and letters side by side on one base line form a line: more than one where
 * there is a gap, or another colour. Text that only its colour shows is found in the strip's colour.
 */
export function findLines(grey: Grey): FoundLine[] {
  const colour = colourPicture(grey);
  const coloured = colour ? linesIn(colour) : [];
  const all = [...linesIn(grey), ...coloured.map((line) => ({ ...line, score: line.score * BY_COLOUR }))];
  return choose(all).toSorted((one, other) => one.top - other.top || one.left - other.left);
}

/** The lines in a picture and in its negative, by every threshold. */
function linesIn(grey: Grey): FoundLine[] {
  const negative = { ...grey, data: grey.data.map((level) => 255 - level) };
  return [grey, negative].flatMap((picture) =>
    [...thresholds(picture)].flatMap((threshold) => linesOf(picture, findBlobs(picture, threshold))),
  );
}

function linesOf(picture: Grey, layer: Layer): FoundLine[] {
  const letters = layer.blobs.filter((blob) => isLetter(blob, picture.width, picture.height));
  if (letters.length > MOST_LETTERS) return [];
  return groupLetters(letters).flatMap((group) => toLine(group, picture, layer) ?? []);
}

/** The group as a line; undefined if it is too short, too faint, or not on a base line. */
function toLine(letters: readonly Blob[], picture: Grey, layer: Layer): FoundLine | undefined {
  if (letters.length < 2) return undefined;
  const base = quantile(
    letters.map(({ bottom }) => bottom),
    0.5,
  );
  const height = quantile(letters.map(heightOf), 0.8);
  const standing = letters.filter(({ bottom }) => Math.abs(bottom - base) <= 0.12 * height + 1).length;
  const left = Math.min(...letters.map((letter) => letter.left));
  const right = Math.max(...letters.map((letter) => letter.right));
  const ink = quantile(
    letters.map(({ inside, runs }) => inside / runs),
    0.6,
  );
  const paper = quantile(
    letters.map(({ outside, runs }) => outside / runs),
    0.5,
  );
  if (standing < letters.length * 0.55 || right - left < 1.2 * height || ink - paper < 25) return undefined;
  const top = Math.min(...letters.map((letter) => letter.top));
  const bottom = Math.max(...letters.map((letter) => letter.bottom));
  const score = standing * Math.min(1, (ink - paper) / 80);
  return { left, top, right, bottom, height, picture, ink, paper, letters, layer, score };
}

/** The best line of each region. */
function choose(lines: readonly FoundLine[]): FoundLine[] {
  const chosen: FoundLine[] = [];
  for (const line of lines.toSorted((one, other) => other.score - one.score))
    if (!chosen.some((better) => overlap(line, better))) chosen.push(line);
  return chosen;
}

/** Whether three tenths of the smaller one overlap the other. */
function overlap(one: FoundLine, other: FoundLine): boolean {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return wide > 0 && high > 0 && wide * high > 0.3 * Math.min(areaOf(one), areaOf(other));
}

const areaOf = ({ left, right, top, bottom }: FoundLine): number => (right - left) * (bottom - top);

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
