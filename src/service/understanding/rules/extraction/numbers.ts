/** Numbers as spoken and written in English, where they stand in a text. */
import { numberAt, SMALL_NUMBERS, TENS } from '../../../text/number-words.ts';

const digits = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?`;
const scale = 'hundred|thousand|million|billion|trillion';
const word = [...SMALL_NUMBERS, ...TENS, scale].join('|');

/** Pattern source for one number: digits with an optional scale, or number words. */
export const NUMBER = `(?:(?<!\\d)(?:${digits})(?:\\s?(?:${scale})|(?:k|m|mn|bn)\\b)?|\\b(?:a\\s+)?(?:half\\s+a\\s+)?(?:${word})(?:[\\s-]+(?:and\\s+a\\s+half\\s+)?(?:and\\s+)?(?:point\\s+)?(?:${word})){0,15}(?:\\s+and\\s+a\\s+half)?)`;

/** The value of a text matched by NUMBER; undefined if its words do not form a number. */
export function readNumber(text: string): number | undefined {
  const plain = text.toLowerCase().replaceAll(',', '').trim();
  const words = plain
    .replace(/^an?\s+/, '')
    .replace(/(?<=^[\d.]+)\s?(?=hundred|thousand|[mbt]r?illion)/, ' ')
    .replace(/(?<=^[\d.]+)\s(?=(?:k|m|mn|bn)$)/, '')
    .split(/[\s-]+/);
  const read = numberAt(words, 0);
  return read?.end === words.length && !read.ordinal ? read.value : undefined;
}
