import type { Huffman } from './types.ts';

/** Where the coefficients of a block stand, in the order in which they are coded (ITU-T T.81, figure A.6). */
// biome-ignore format: a table
export const ORDER = Uint8Array.of(
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
  35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55,
  62, 63,
);

/** Reads a segment of quantisation tables (B.2.4.1) into `tables` by their number. */
export function readQuantisers(body: Buffer, tables: Map<number, Uint16Array>): void {
  let at = 0;
  while (at < body.length) {
    const head = body.readUInt8(at);
    const wide = head >> 4 !== 0;
    const steps = new Uint16Array(64);
    for (const [index, place] of ORDER.entries())
      steps[place] = wide ? body.readUInt16BE(at + 1 + index * 2) : body.readUInt8(at + 1 + index);
    tables.set(head & 15, steps);
    at += wide ? 129 : 65;
  }
}

/** Reads a segment of Huffman tables (B.2.4.2) into `tables` by class and number: DC 0 to 15, AC 16 to 31. */
export function readHuffmans(body: Buffer, tables: Map<number, Huffman>): void {
  let at = 0;
  while (at < body.length) {
    const table = new Uint16Array(65_536);
    let [symbol, code] = [at + 17, 0];
    for (let length = 1; length <= 16; length += 1) {
      const span = 1 << (16 - length);
      for (let left = body.readUInt8(at + length); left > 0; left -= 1) {
        table.fill((length << 8) | body.readUInt8(symbol), code, code + span);
        symbol += 1;
        code += span;
      }
    }
    tables.set(body.readUInt8(at), table);
    at = symbol;
  }
}
