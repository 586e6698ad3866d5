/** Speech is looked for piece by piece: what goes on over the end of a piece is one. */
import { describe, expect, it } from 'vitest';
import { speechByPieces } from '../../../../src/service/understanding/modalities/voice-activity/by-pieces.ts';

const BYTES = 16_000 * 2;

/** A recording of silence, ten seconds at a time, in which speech is at these seconds. */
async function found(seconds: number, said: readonly (readonly [number, number])[]) {
  async function* sound() {
    for (let at = 0; at < seconds; at += 10) yield Buffer.alloc(Math.min(10, seconds - at) * BYTES);
  }
  const pieces: (readonly [number, number])[] = [];
  const spans = await speechByPieces(sound(), async (pcm) => {
    const length = pcm.length / BYTES;
    const from = Math.max(0, (pieces.at(-1)?.[1] ?? 2) - 2);
    pieces.push([from, from + length]);
    return said
      .filter(([start, end]) => start < from + length && end > from)
      .map(([start, end]) => ({ start: Math.max(0, start - from), end: Math.min(length, end - from) }));
  });
  return { pieces, spans: spans.map(({ start, end }) => [start, end]) };
}

describe('speech in a long recording', () => {
  it('is at its place, in pieces that overlap', async () => {
    const { pieces, spans } = await found(700, [
      [10, 12],
      [310, 320],
      [650, 651],
    ]);
    expect(pieces).toEqual([
      [0, 300],
      [298, 600],
      [598, 700],
    ]);
    expect(spans).toEqual([
      [10, 12],
      [310, 320],
      [650, 651],
    ]);
  });

  it('is whole over the end of a piece, and is not found twice', async () => {
    const said = [
      [290, 305],
      [598.5, 599.5],
      [599.95, 610],
    ] as const;
    expect((await found(700, said)).spans).toEqual([
      [290, 305],
      [598.5, 599.5],
      [599.95, 610],
    ]);
    expect(
      (
        await found(620, [
          [290, 299.9],
          [300.1, 301],
        ])
      ).spans,
    ).toEqual([[290, 301]]);
  });
});
