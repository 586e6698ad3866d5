import type { SpecialPieces } from './word-pieces.ts';

/** Consecutive lines that are encoded together, so that each is understood by the others. */
export interface Chunk {
  /** The indices of all pieces, in order. */
  readonly pieces: readonly number[];
  /** Where the pieces of the lines are that get their vectors from this chunk. */
  readonly places: readonly Place[];
}

/** The pieces of a line within a chunk. */
export interface Place {
  /** The line, from 0. */
  readonly line: number;
  readonly from: number;
  /** The piece after its last one. */
  readonly to: number;
}

/** Pieces of a chunk of several lines: as many as in those that the encoder was fitted with (scripts/encoder/train.py). */
const MOST = 96;

/** Lines of the chunk before that are read again, so that the first lines of a chunk are understood too. */
export const LINES_BEFORE = 3;

/** Pieces of such a line, from its end. */
const MOST_BEFORE = 62;

/** Pieces of a line of its own chunk; the rest of a longer one is left out. With those before it, the model takes 512. */
const MOST_OWN = 256;

/**
 * Divides the lines of a recording into chunks. Each line is in one of them; one without words is in none.
 * @param lines the indices of the pieces of each line
 */
export function chunksOf(lines: readonly (readonly number[])[], special: SpecialPieces): Chunk[] {
  const filled = lines.flatMap((pieces, line) => (pieces.length > 0 ? [{ line, pieces }] : []));
  const chunks: Chunk[] = [];
  for (let next = 0; next < filled.length; ) {
    const pieces = [special.begin];
    for (const before of filled.slice(Math.max(0, next - LINES_BEFORE), next))
      pieces.push(...before.pieces.slice(-MOST_BEFORE), special.end);
    const places: Place[] = [];
    for (let one = filled[next]; one; one = filled[next]) {
      const own = one.pieces.slice(0, MOST_OWN);
      if (places.length > 0 && pieces.length + own.length + 1 > MOST) break;
      const from = pieces.length;
      pieces.push(...own, special.end);
      places.push({ line: one.line, from, to: from + own.length });
      next += 1;
    }
    chunks.push({ pieces, places });
  }
  return chunks;
}
