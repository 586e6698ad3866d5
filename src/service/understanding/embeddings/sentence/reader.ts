import { adapted } from './adapter.ts';
import { readBert, WIDTH } from './bert.ts';
import { chunksOf } from './chunks.ts';
import type { StoredTensors } from './safetensors.ts';
import type { WordPieces } from './word-pieces.ts';

/**
 * Tells which lines of a recording answer a question, by reading them together with it (a cross-encoder; Nogueira and Cho
 * 2019, "Passage Re-ranking with BERT"). Fitted by scripts/encoder/reader.py.
 */
export interface Reader {
  /**
   * How surely each line answers, as the logarithm of its odds. They are read a chunk at a time, when the first line of a
   * chunk is asked for. A line without words answers nothing.
   * @param lines consecutive ones
   */
  read(question: string, lines: readonly string[]): (at: number) => number;
}

/** Pieces of a question; of it and its lines; and lines that are read again: as the reader was fitted with. */
const [MOST_QUESTION, MOST, BEFORE] = [40, 88, 2];

/** The odds of a line without words. */
const NEVER = -20;

/** @param fitted the adapter, and the weights that make one number of a line's rows */
export function readerOf(pieces: WordPieces, base: StoredTensors, fitted: StoredTensors): Reader {
  const bert = readBert(adapted(base.read, fitted.read, fitted.has), base.rows);
  const weights = fitted.read('head.weight').numbers;
  const [bias = 0] = fitted.read('head.bias').numbers;
  return {
    read(question, lines) {
      const first = pieces.inside(question).slice(0, MOST_QUESTION);
      const cut = lines.map((line) => pieces.inside(line));
      const chunks = chunksOf(cut, pieces.special, { first, most: MOST, before: BEFORE });
      const odds = new Map<number, number>();
      return (at) => {
        const chunk = odds.has(at)
          ? undefined
          : chunks.find(({ places }) => places.some(({ line }) => line === at));
        if (chunk) {
          const rows = bert(chunk.pieces);
          for (const { line, from, to } of chunk.places)
            odds.set(line, bias + product(rows, from, to, weights));
        }
        return odds.get(at) ?? NEVER;
      };
    },
  };
}

/** The product of weights and the mean of some rows. */
function product(rows: Float32Array, from: number, to: number, weights: Float32Array): number {
  let sum = 0;
  for (let at = from * WIDTH; at < to * WIDTH; at += 1) sum += (rows[at] ?? 0) * (weights[at % WIDTH] ?? 0);
  return sum / (to - from);
}
