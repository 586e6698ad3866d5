import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { pngOf } from '../../../src/cli/probe/pictures.ts';

describe('a PNG file', () => {
  it('ends with the chunk that every PNG ends with, its check sum included', () => {
    const file = pngOf(Buffer.from([1, 2, 3]), 1, 1);
    expect(file.subarray(-12).toString('hex')).toBe('0000000049454e44ae426082');
  });

  it('holds its size and the pixels', () => {
    const file = pngOf(Buffer.from([1, 2, 3, 4, 6, 8]), 1, 2);
    expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([1, 2]);
    const length = file.readUInt32BE(33);
    // Filter 2: each line holds the difference to the one above.
    expect([...inflateSync(file.subarray(41, 41 + length))]).toEqual([2, 1, 2, 3, 2, 3, 4, 5]);
  });
});
