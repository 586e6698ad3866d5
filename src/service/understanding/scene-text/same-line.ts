import type { Box, SceneTextWord } from '../lines.ts';
import type { PictureLine } from './picture-line.ts';

/** Lines in the same place overlap by this share of the smaller one. */
const SAME_PLACE = 0.6;
/** Share of the letters that may be read differently: a recogniser confuses one letter in five of a poor picture. */
const MISREAD = 0.2;

/** The form in which two readings count as the same text: letters and digits only, ignoring case. */
export function sameTextKey(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

/**
 * Whether two lines are the same text in the same place, read a little differently. Digits must be equal: a score or a
 * clock that changes is another text.
 */
export function isSameLine(one: PictureLine, other: PictureLine): boolean {
  const [a, b] = [sameTextKey(one.text), sameTextKey(other.text)];
  if (digitsOf(a) !== digitsOf(b) || !isSamePlace(boxOf(one.words), boxOf(other.words))) return false;
  return edits(a, b) <= MISREAD * Math.min(a.length, b.length);
}

/** The mean confidence of a reading, 0 to 100. */
export function confidenceOf({ words }: PictureLine): number {
  return words.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, words.length);
}

function digitsOf(text: string): string {
  return text.replace(/\P{N}/gu, '');
}

function boxOf(words: readonly SceneTextWord[]): Box {
  const boxes = words.map(({ box }) => box);
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.left + box.width));
  const bottom = Math.max(...boxes.map((box) => box.top + box.height));
  return { left, top, width: right - left, height: bottom - top };
}

function isSamePlace(one: Box, other: Box): boolean {
  const across = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left);
  const down = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top);
  const smaller = Math.min(one.width * one.height, other.width * other.height);
  return across > 0 && down > 0 && across * down >= SAME_PLACE * smaller;
}

/** The number of letters to insert, delete or replace to turn one text into the other. */
function edits(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const own = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const replaced = (above[at - 1] ?? 0) + (one[row - 1] === other[at - 1] ? 0 : 1);
      own.push(Math.min(replaced, (above[at] ?? 0) + 1, (own[at - 1] ?? 0) + 1));
    }
    above = own;
  }
  return above[other.length] ?? 0;
}
