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
}

/**
 * Groups speech into chunks that start and end in pauses. Speech without a pause that exceeds the longest chunk is cut
 * at the quietest place in the last quarter of that length.
 */
export function chunksOf(spans: readonly Span[], energies: Energies, rules: ChunkRules): Chunk[] {
  const chunks: { start: number; end: number; spans: Span[] }[] = [];
  for (const span of spans.flatMap((one) => cutLong(one, energies, rules.longest))) {
    const last = chunks.at(-1);
    const fits = last && span.end - last.start <= rules.longest && span.start - last.end < rules.pause;
    if (fits) {
      last.end = span.end;
      last.spans.push(span);
    } else chunks.push({ start: span.start, end: span.end, spans: [span] });
  }
  return chunks;
}

/**
 * Margin on both sides of a chunk, in seconds, where the audio next to it is silent: recognisers need a short lead-in.
 */
const MARGIN = 0.25;

/** Widens chunks by up to a quarter of a second, without overlaps. */
export function withMargins(chunks: readonly Chunk[], seconds: number): Chunk[] {
  return chunks.map((chunk, index) => {
    const before = chunks[index - 1]?.end ?? 0;
    const after = chunks[index + 1]?.start ?? seconds;
    return {
      ...chunk,
      start: Math.max(chunk.start - MARGIN, Math.min(chunk.start, (before + chunk.start) / 2), 0),
      end: Math.min(chunk.end + MARGIN, Math.max(chunk.end, (chunk.end + after) / 2), seconds),
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
