import type { Span } from './activity.ts';
import { SAMPLE_RATE } from './energies.ts';

/** A piece of audio: 16-bit mono samples at 16 kHz. */
export interface Cut<S extends Span> {
  readonly span: S;
  readonly pcm: Buffer;
}

/**
 * Cuts pieces from streamed audio; at most one piece is held in memory.
 * @param pieces 16-bit mono samples at 16 kHz, in whole samples, from the start of the media
 * @param spans in order of time, not overlapping
 */
export async function* cutSound<S extends Span>(
  pieces: AsyncIterable<Buffer>,
  spans: readonly S[],
): AsyncGenerator<Cut<S>> {
  const waiting = [...spans];
  let held: Buffer[] = [];
  let at = 0;
  for await (const piece of pieces) {
    const end = at + piece.length;
    for (let span = waiting[0]; span; span = waiting[0]) {
      const [from, to] = [byteAt(span.start), byteAt(span.end)];
      if (from >= end) break;
      held.push(piece.subarray(Math.max(0, from - at), Math.max(0, to - at)));
      if (to > end) break;
      yield { span, pcm: Buffer.concat(held) };
      held = [];
      waiting.shift();
    }
    if (waiting.length === 0) return;
    at = end;
  }
  const [last] = waiting;
  if (last && held.length > 0) yield { span: last, pcm: Buffer.concat(held) };
}

function byteAt(seconds: number): number {
  return Math.round(seconds * SAMPLE_RATE) * 2;
}
