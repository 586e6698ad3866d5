/**
 * An assembler for one function of WebAssembly over 128-bit vectors: each function here gives the bytes of an instruction
 * with its operands before it. The numbers are those of the specification (WebAssembly Core 2.0, chapter 5, Binary Format).
 */
export type Code = readonly number[];

const I32 = 0x7f;
const V128 = 0x7b;

/** A number of up to 32 bits, seven bits a byte, the lowest first (LEB128). */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

/** A number as signed LEB128: one more byte if the highest bit of the last would be its sign. */
function signed(value: number): number[] {
  return value < 0x40 ? [value] : [(value & 0x7f) | 0x80, ...signed(value >>> 7)];
}

/** The value of a local variable; parameters are the first ones. */
export const get = (local: number): Code => [0x20, ...unsigned(local)];
/** Puts a value into a local variable. */
export const set = (local: number, value: Code): Code => [...value, 0x21, ...unsigned(local)];
/** A constant of 32 bits. */
export const integer = (value: number): Code => [0x41, ...signed(value)];
/** Sums of 32-bit numbers. */
const add = (one: Code, other: Code): Code => [...one, ...other, 0x6a];
const isLess = (one: Code, other: Code): Code => [...one, ...other, 0x49];

/** An instruction on 128-bit vectors, which all begin with the same byte. */
const vector = (instruction: number, ...operands: readonly Code[]): Code => [
  ...operands.flat(),
  0xfd,
  ...unsigned(instruction),
];

/** Sixteen bytes of the memory, at an address plus an offset; any alignment. */
export const load = (address: Code, offset: number): Code => [
  ...vector(0x00, address),
  0x00,
  ...unsigned(offset),
];

/** Writes sixteen bytes to the memory. */
export const store = (address: Code, offset: number, value: Code): Code => [
  ...vector(0x0b, address, value),
  0x00,
  ...unsigned(offset),
];

export const and = (one: Code, other: Code): Code => vector(0x4e, one, other);
export const or = (one: Code, other: Code): Code => vector(0x50, one, other);
export const xor = (one: Code, other: Code): Code => vector(0x51, one, other);

/** The parameters of `scan`. */
export const ADDRESS = 0;
const END = 1;

const section = (id: number, content: Code): Code => [id, ...unsigned(content.length), ...content];
const name = (text: string): Code => [text.length, ...new TextEncoder().encode(text)];

/**
 * A module whose function `scan` runs a body for each address from its first parameter up to the second, in steps of 16.
 * @param pages of 64 KiB, of its memory `memory`
 * @param vectors local variables of 128 bits that the body has: from number 2 on
 */
export function loopModule(pages: number, vectors: number, body: Code): Uint8Array<ArrayBuffer> {
  const empty = 0x40;
  const isLeft = isLess(get(ADDRESS), get(END));
  const next = set(ADDRESS, add(get(ADDRESS), integer(16)));
  // block: leave it if nothing is left; loop: the body, the next address, again while something is left.
  const code = [
    ...[0x02, empty, ...isLeft, 0x45, 0x0d, 0x00],
    ...[0x03, empty, ...body, ...next, ...isLeft, 0x0d, 0x00, 0x0b, 0x0b],
  ];
  const own = [1, ...unsigned(vectors), V128, ...code, 0x0b];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, [1, 0x60, 2, I32, I32, 0]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0x00, ...unsigned(pages)]),
    ...section(7, [2, ...name('scan'), 0x00, 0, ...name('memory'), 0x02, 0]),
    ...section(10, [1, ...unsigned(own.length), ...own]),
  ]);
}
