import type { Span } from './activity.ts';
import { type Energies, FRAMES_PER_SECOND } from './energies.ts';

/** A chunk of audio that is recognised on its own. Seconds; `spans` are the speech inside it. */
export interface Chunk extends Span {
  readonly spans: readonly Span[];
}

export interface ChunkRules {
  /** Longest chunk, in seconds. */
  readonly longest: number;
  /** A pause of this many seconds ends a chunk, however short. */
  readonly pause: number;
  /** Seconds that two chunks share on both sides of a place where there is no pause between them. Default: none. */
  readonly overlap?: number;
}

/** A chunk that ends at a pause within a run of speech is at least this share of the longest, where there is a choice. */
const LEAST_SHARE = 0.4;

/**
 * Groups speech into chunks that start and end in pauses: a run of speech that exceeds the longest chunk is cut at its
 * longest pause, near enough. Speech without a pause is cut at the quietest place in the last quarter of that length: the
 * next chunk starts where the one before ends.
 */
export function chunksOf(spans: readonly Span[], energies: Energies, rules: ChunkRules): Chunk[] {
  const chunks: Chunk[] = [];
  let open: Span[] = [];
  for (const span of spans.flatMap((one) => cutLong(one, energies, rules.longest))) {
    const last = open.at(-1);
    if (last && span.start - last.end >= rules.pause) {
      chunks.push(chunkOf(open));
      open = [];
    }
    open.push(span);
    while (lengthOf(open) > rules.longest)
      chunks.push(chunkOf(open.splice(0, firstPart(open, rules.longest))));
  }
  if (open.length > 0) chunks.push(chunkOf(open));
  return chunks;
}

/** The number of spans before the best pause for a cut. @param spans longer than the longest chunk without the last */
function firstPart(spans: readonly Span[], longest: number): number {
  const start = spans[0]?.start ?? 0;
  let [best, widest] = [1, -1];
  for (let count = 1; count < spans.length; count += 1) {
    const end = spans[count - 1]?.end ?? 0;
    const pause = (spans[count]?.start ?? end) - end;
    if (end - start > longest) break;
    if (pause < widest && best > 0 && end - start >= LEAST_SHARE * longest) continue;
    if (end - start < LEAST_SHARE * longest) best = count;
    else [best, widest] = [count, pause];
  }
  return best;
}

const lengthOf = (spans: readonly Span[]): number => (spans.at(-1)?.end ?? 0) - (spans[0]?.start ?? 0);

function chunkOf(spans: readonly Span[]): Chunk {
  return { start: spans[0]?.start ?? 0, end: spans.at(-1)?.end ?? 0, spans: [...spans] };
}

/**
 * Margin on both sides of a chunk, in seconds, where the audio next to it is silent: recognisers need a short lead-in.
 */
const MARGIN = 0.25;

/**
 * Widens chunks by up to a quarter of a second, without overlaps.
 * @param overlap seconds by which two chunks overlap the place where speech was cut between them, on both sides
 */
export function withMargins(chunks: readonly Chunk[], seconds: number, overlap = 0): Chunk[] {
  return chunks.map((chunk, index) => {
    const before = chunks[index - 1]?.end ?? 0;
    const after = chunks[index + 1]?.start ?? seconds;
    const wideStart = Math.max(chunk.start - MARGIN, Math.min(chunk.start, (before + chunk.start) / 2), 0);
    const wideEnd = Math.min(chunk.end + MARGIN, Math.max(chunk.end, (chunk.end + after) / 2), seconds);
    return {
      ...chunk,
      start: index > 0 && before === chunk.start ? chunk.start - overlap : wideStart,
      end: after === chunk.end ? Math.min(seconds, chunk.end + overlap) : wideEnd,
    };
  });
}

function cutLong(span: Span, energies: Energies, longest: number): Span[] {
  const parts: Span[] = [];
  let { start } = span;
  while (span.end - start > longest) {
    const end = quietest(energies, start + longest * 0.75, start + longest);
    parts.push({ start, end });
    start = end;
  }
  return [...parts, { start, end: span.end }];
}

/** Frames over which loudness is averaged: 100 ms. */
const WIDTH = FRAMES_PER_SECOND / 10;

function quietest({ levels }: Energies, from: number, to: number): number {
  let best = Math.round(to * FRAMES_PER_SECOND);
  let least = Number.POSITIVE_INFINITY;
  for (let frame = Math.ceil(from * FRAMES_PER_SECOND); frame <= to * FRAMES_PER_SECOND - WIDTH; frame += 1) {
    let sum = 0;
    for (let at = frame; at < frame + WIDTH; at += 1) sum += levels[at] ?? 0;
    if (sum >= least) continue;
    least = sum;
    best = frame + WIDTH / 2;
  }
  return Math.round(best) / FRAMES_PER_SECOND;
}
