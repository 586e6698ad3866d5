import { describe, expect, it } from 'vitest';
import { type Grey, greyOfMap, greysOf } from '../../../src/media/decode/grey.ts';
import { toGreyMap } from '../../../src/media/index.ts';

const picture = (width: number, height: number, first: number): Grey => ({
  width,
  height,
  data: Uint8Array.from({ length: width * height }, (_, index) => (first + index) % 256),
});
// The second picture's pixels contain the magic bytes of a map.
const pictures = [picture(3, 2, 0), picture(2, 2, 0x50), picture(5, 1, 250)];
const bytes = Buffer.concat(pictures.map(toGreyMap));

async function* pieces(size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const plain = (grey: Grey) => ({ ...grey, data: [...grey.data] });

describe('grey maps', () => {
  it.each([1, 2, 7, 19, 1000])('are cut from a stream that comes %i bytes at a time', async (size) => {
    const found: Grey[] = [];
    for await (const grey of greysOf(pieces(size))) found.push(grey);
    expect(found.map(plain)).toEqual(pictures.map(plain));
  });

  it('are refused if they are cut short, followed by more, or something else', () => {
    const whole = toGreyMap(picture(4, 4, 9));
    expect(plain(greyOfMap(whole))).toEqual(plain(picture(4, 4, 9)));
    expect(() => greyOfMap(whole.subarray(0, -1))).toThrow('not exactly one grey map');
    expect(() => greyOfMap(Buffer.concat([whole, whole]))).toThrow('not exactly one grey map');
    expect(() => greyOfMap(Buffer.alloc(100, 0xff))).toThrow('not a grey map');
  });
});
