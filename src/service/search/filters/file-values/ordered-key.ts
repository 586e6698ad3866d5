import { toNumber } from '../filter-values.ts';

/** Before every text and after every number. */
export const FIRST_TEXT = 't';

/**
 * A value of a file as a text whose order is that of values in SQLite: numbers by size, then texts by their characters.
 * A column of PostgreSQL has one type, and this keeps the values of both kinds in one index.
 */
export function orderedKey(value: number | string): string {
  return typeof value === 'string' ? FIRST_TEXT + value : `n${orderedBits(value)}`;
}

/** The key of a text that a filter gives. */
export const orderedKeyOf = (text: string): string => orderedKey(toNumber(text) ?? text);

/** The bits of a number, changed so that larger numbers have larger bits. */
function orderedBits(number: number): string {
  const bytes = new DataView(new ArrayBuffer(8));
  // There are two zeros, and they are equal.
  bytes.setFloat64(0, number === 0 ? 0 : number);
  const bits = bytes.getBigUint64(0);
  const isNegative = bits >> 63n === 1n;
  const ordered = isNegative ? bits ^ 0xffff_ffff_ffff_ffffn : bits | (1n << 63n);
  return ordered.toString(16).padStart(16, '0');
}

/** The value of a key: what `orderedKey` got. */
export function fromOrderedKey(key: string): number | string {
  if (key.startsWith(FIRST_TEXT)) return key.slice(FIRST_TEXT.length);
  const ordered = BigInt(`0x${key.slice(1)}`);
  const bits = ordered >> 63n === 1n ? ordered ^ (1n << 63n) : ordered ^ 0xffff_ffff_ffff_ffffn;
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setBigUint64(0, bits);
  return bytes.getFloat64(0);
}
