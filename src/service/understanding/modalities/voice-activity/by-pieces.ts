import type { Span } from './activity.ts';
import { SAMPLE_RATE } from './energies.ts';

/** Seconds that are looked at together, and seconds before them that are heard once more: it needs some to begin with. */
const PIECE = 300;
const LEAD = 2;

/** A shorter pause between two pieces, in seconds, is none. */
const PAUSE = 0.3;

/**
 * Finds speech, piece by piece: a process that is started again knows nothing of the pieces before.
 * @param sound 16-bit mono samples at 16 kHz, in whole samples, from the start of the media
 * @param find finds it in a piece, in seconds from the start of the piece
 * @returns in order of time, in seconds
 */
export async function speechByPieces<S extends Span>(
  sound: AsyncIterable<Buffer>,
  find: (pcm: Buffer) => Promise<readonly S[]>,
): Promise<S[]> {
  const spans: S[] = [];
  let held: Buffer = Buffer.alloc(0);
  let [from, newFrom] = [0, 0];
  const look = async () => {
    for (const span of await find(held))
      add(spans, { ...span, start: from + span.start, end: from + span.end }, newFrom);
    newFrom = from + seconds(held);
    held = held.subarray(Math.max(0, held.length - bytes(LEAD)));
    from = newFrom - seconds(held);
  };
  const waiting: Buffer[] = [];
  let arrived = 0;
  for await (const part of sound) {
    waiting.push(part);
    arrived += part.length;
    if (arrived < bytes(PIECE)) continue;
    held = Buffer.concat([held, ...waiting.splice(0)]);
    arrived = 0;
    await look();
  }
  if (arrived > 0) {
    held = Buffer.concat([held, ...waiting]);
    await look();
  }
  return spans;
}

/** @param newFrom what ends before it is known already */
function add<S extends Span>(spans: S[], span: S, newFrom: number): void {
  if (span.end <= newFrom) return;
  const last = spans.at(-1);
  if (last && last.end <= newFrom && last.end >= newFrom - PAUSE && span.start <= last.end + PAUSE)
    spans[spans.length - 1] = { ...last, end: Math.max(last.end, span.end) };
  else spans.push(span);
}

const bytes = (time: number) => time * SAMPLE_RATE * 2;
const seconds = (pcm: Buffer) => pcm.length / 2 / SAMPLE_RATE;
