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

/** How lines are divided, in pieces. */
interface Division {
  /** What each chunk begins with. */
  readonly opening: readonly number[];
  /** What ends a line. */
  readonly end: number;
  /** Of a chunk of several lines. */
  readonly most: number;
  /** Lines of the chunk before that are read again, so that the first lines of a chunk are understood too. */
  readonly linesBefore: number;
  /** Of such a line, from its end. */
  readonly mostBefore: number;
  /** Of a line of its own chunk; the rest of a longer one is left out. */
  readonly mostOwn: number;
}

/** Lines that are encoded: as many pieces as in the chunks that the encoder was fitted with (scripts/encoder/train.py). With those before, the model takes 512. */
export const ENCODED = { most: 96, linesBefore: 3, mostBefore: 62, mostOwn: 256 } as const;

/** Lines that are read with a question, beside its pieces: as in scripts/encoder/reader.py. */
export const READ = { most: 76, linesBefore: 1, mostBefore: 24, mostOwn: 62 } as const;

/**
 * Divides the lines of a recording into chunks. Each line is in one of them; one without words is in none.
 * @param lines the indices of the pieces of each line
 */
export function chunksOf(
  lines: readonly (readonly number[])[],
  { opening, end, most, linesBefore, mostBefore, mostOwn }: Division,
): Chunk[] {
  const filled = lines.flatMap((pieces, line) => (pieces.length > 0 ? [{ line, pieces }] : []));
  const chunks: Chunk[] = [];
  for (let next = 0; next < filled.length; ) {
    const pieces = [...opening];
    for (const before of filled.slice(Math.max(0, next - linesBefore), next))
      pieces.push(...before.pieces.slice(-mostBefore), end);
    const places: Place[] = [];
    for (let one = filled[next]; one; one = filled[next]) {
      const own = one.pieces.slice(0, mostOwn);
      if (places.length > 0 && pieces.length + own.length + 1 > most) break;
      const from = pieces.length;
      pieces.push(...own, end);
      places.push({ line: one.line, from, to: from + own.length });
      next += 1;
    }
    chunks.push({ pieces, places });
  }
  return chunks;
}
