/** Where content ends, as its last packets say, and which claims of a header that confirms. */
import { describe, expect, it } from 'vitest';
import { agrees, type Ending, endingReader } from '../../../src/media/probe/ending.ts';
import { LONGEST_PACKET_SECONDS } from '../../../src/media/probe/stream-packets.ts';

type Times = readonly [begin: number, end: number, stream?: string];

function endingOf(...packets: readonly Times[]): Ending | null {
  const reader = endingReader();
  for (const [begin, end, stream = '0'] of packets) reader.add({ stream, begin, end, bytes: 1 });
  return reader.ending();
}

describe('the ending of packets', () => {
  it('is that of the last one, whose frame may be shown for as long as the one before', () => {
    const packets: Times[] = [
      [0, 1],
      [2, 2.5],
      [5, 5.25],
    ];
    const expected = { begin: 5, end: 5.25, frame: 3 };
    for (const order of [
      [0, 1, 2],
      [0, 2, 1],
      [2, 1, 0],
      [1, 2, 0],
      [2, 0, 1],
    ])
      expect(endingOf(...order.map((at): Times => packets[at] ?? [0, 0]))).toEqual(expected);
  });

  it('counts two packets of the same time once', () => {
    for (const order of [
      [1, 2, 2],
      [2, 1, 2],
      [2, 2, 1],
    ])
      expect(endingOf(...order.map((begin): Times => [begin, begin + 0.25]))).toEqual({
        begin: 2,
        end: 2.25,
        frame: 1,
      });
  });

  it('is that of the longest packet, and of a frame no longer than any is', () => {
    expect(endingOf([4, 6])).toEqual({ begin: 4, end: 6, frame: 2 });
    expect(endingOf([0, 9], [4, 6])).toEqual({ begin: 4, end: 9, frame: 5 });
    const long = 10 * LONGEST_PACKET_SECONDS;
    expect(endingOf([0, 1], [long, long])).toEqual({ begin: long, end: long, frame: LONGEST_PACKET_SECONDS });
  });

  it('is that of the stream that ends last, with what the frame of another adds', () => {
    expect(endingOf([0, 5, 'a'], [5, 6, 'a'], [8, 8.5, 'b'], [9, 9.5, 'b'])).toEqual({
      begin: 9,
      end: 9.5,
      frame: 6 + 5 - 9.5,
    });
    // One that ended long ago adds nothing, and a last packet without length none either.
    expect(endingOf([0, 1, 'a'], [9, 9, 'b'])).toEqual({ begin: 9, end: 9, frame: 0 });
  });

  it('is none without times', () => {
    expect(endingOf()).toBeNull();
    expect(endingOf([Number.NaN, 1], [0, Number.POSITIVE_INFINITY])).toBeNull();
    expect(endingOf([0, 1], [0, Number.NaN], [Number.NaN, 5])).toMatchObject({ begin: 0, end: 1 });
  });
});

describe('a claimed duration', () => {
  const ending = { begin: 5, end: 7, frame: 0.5 };

  it('is confirmed from the start of the last packet to the end of its frame, but for rounding', () => {
    for (const claimed of [5 - 0.01, 5, 7, 7.5, 7.5 + 0.01])
      expect(agrees(claimed, ending), `${claimed}`).toBe(true);
    for (const claimed of [0, 4.98, 7.52, 100]) expect(agrees(claimed, ending), `${claimed}`).toBe(false);
  });
});
