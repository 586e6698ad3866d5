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
 * @param spans in order of time; one may begin before the end of the one before
 */
export async function* cutSound<S extends Span>(
  pieces: AsyncIterable<Buffer>,
  spans: readonly S[],
): AsyncGenerator<Cut<S>> {
  const waiting = [...spans];
  let held: Buffer[] = [];
  /** Where what is held begins and ends, in bytes. */
  let [from, end] = [0, 0];
  for await (const piece of pieces) {
    held.push(piece);
    end += piece.length;
    for (let span = waiting[0]; span && byteAt(span.end) <= end; span = waiting[0]) {
      held = [Buffer.concat(held)];
      yield { span, pcm: cutOf(held, byteAt(span.start) - from, byteAt(span.end) - from) };
      waiting.shift();
    }
    const [next] = waiting;
    if (!next) return;
    // What is before the next span is not needed any more.
    for (let first = held[0]; first && from + first.length <= byteAt(next.start); first = held[0]) {
      from += first.length;
      held.shift();
    }
  }
  const [last] = waiting;
  const rest = last ? cutOf(held, byteAt(last.start) - from, end - from) : Buffer.alloc(0);
  if (last && rest.length > 0) yield { span: last, pcm: rest };
}

function cutOf(held: readonly Buffer[], from: number, to: number): Buffer {
  return Buffer.concat(held).subarray(Math.max(0, from), Math.max(0, to));
}

function byteAt(seconds: number): number {
  return Math.round(seconds * SAMPLE_RATE) * 2;
}
