/**
 * The packaged encoder of sentences: a text comes in, is cut into word pieces and read by a small transformer
 * (bert.ts), and a vector goes out. Spoken lines are encoded in chunks (chunks.ts), in a process of their own
 * (process.ts).
 */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readBerts, WIDTH } from './bert.ts';
import { type Chunk, chunksOf, ENCODED, type Place, READ } from './chunks.ts';
import { readSafetensors, type StoredTensors } from './tensors.ts';
import { WordPieces } from './word-pieces.ts';

/** A longer text is cut here, where the model was trained to end. */
const MOST_PIECES = 256;

/** Pieces of a question that lines are read with. */
const MOST_ASKED = 64;

/** What a line without words says, and what any says to a question without words. */
const NO_ANSWER = Float32Array.of(Number.NEGATIVE_INFINITY);

/** The encoder's model. All its vectors are of length 1, with only zeros for a text without words. */
export interface Encoder {
  /** The vector of a text by itself. */
  encode(text: string): Float32Array;
  /**
   * The vectors of consecutive lines of a recording, each understood by those around it. They are made a chunk of lines at a
   * time, when the first line of a chunk is asked for.
   */
  read(lines: readonly string[]): (at: number) => Float32Array;
  /**
   * Reads consecutive lines of a recording with a question, also a chunk at a time.
   * @returns of each line how likely it answers, in log odds, as the only number
   */
  readFor(question: string, lines: readonly string[]): (at: number) => Float32Array;
}

/** The files of the model. */
interface EncoderFiles {
  /** Has model.fp16.safetensors and tokenizer.json. */
  readonly folder: string;
  /** What was fitted to searches in recordings: made by scripts/encoder/train.py. */
  readonly adapter: string;
  /** What was fitted to telling lines that answer: made by scripts/encoder/reader.py. */
  readonly reader: string;
}

/** Reads the model from files; the backend must be set. */
export async function loadEncoder({ folder, adapter, reader }: EncoderFiles): Promise<Encoder> {
  const { model } = JSON.parse(await readFile(path.join(folder, 'tokenizer.json'), 'utf8'));
  const pieces = new WordPieces(new Map(Object.entries(model.vocab as Record<string, number>)));
  const [base, fitted, second] = (
    await Promise.all(
      [path.join(folder, 'model.fp16.safetensors'), adapter, reader].map((file) => readFile(file)),
    )
  ).map(readSafetensors);
  if (!base || !fitted || !second) throw new Error('the model has three files');
  const { bert, changed } = readBerts(base, fitted, second);
  const weigh = weighing(second);
  const { begin, end } = pieces.special;
  const inside = (lines: readonly string[]) => lines.map((line) => pieces.inside(line));
  return {
    encode(text) {
      const found = pieces.cut(text, MOST_PIECES);
      return found.length === 0 ? new Float32Array(WIDTH) : unit(meanOfRows(bert(found), 0, found.length));
    },
    read: (lines) =>
      byChunk(
        chunksOf(inside(lines), { ...ENCODED, opening: [begin], end }),
        new Float32Array(WIDTH),
        (chunk) => {
          const rows = bert(chunk.pieces);
          return ({ from, to }) => unit(meanOfRows(rows, from, to));
        },
      ),
    readFor(question, lines) {
      const opening = [begin, ...pieces.inside(question, MOST_ASKED), end];
      if (opening.length === 2) return () => NO_ANSWER;
      const division = { ...READ, most: READ.most + opening.length, opening, end };
      return byChunk(chunksOf(inside(lines), division), NO_ANSWER, (chunk) => {
        const rows = changed(chunk.pieces);
        const asked = meanOfRows(rows, 1, opening.length - 1);
        return ({ from, to }) => Float32Array.of(weigh(asked, meanOfRows(rows, from, to)));
      });
    },
  };
}

/** What is made of each line, a chunk at a time. @param none what one without words gets */
function byChunk(
  chunks: readonly Chunk[],
  none: Float32Array,
  make: (chunk: Chunk) => (place: Place) => Float32Array,
): (at: number) => Float32Array {
  const made = new Map<number, Float32Array>();
  return (at) => {
    const chunk = made.has(at)
      ? undefined
      : chunks.find(({ places }) => places.some(({ line }) => line === at));
    if (chunk) {
      const of = make(chunk);
      for (const place of chunk.places) made.set(place.line, of(place));
    }
    return made.get(at) ?? none;
  };
}

/**
 * The mean of rows of an encoder.
 * @param rows WIDTH numbers each
 * @param from the first row, from 0
 * @param to the row after the last
 */
function meanOfRows(rows: Float32Array, from: number, to: number): Float32Array {
  const sum = new Float32Array(WIDTH);
  for (let at = from * WIDTH; at < to * WIDTH; at += 1) {
    const column = at % WIDTH;
    sum[column] = (sum[column] ?? 0) + (rows[at] ?? 0);
  }
  return sum.map((value) => value / (to - from));
}

/** The vector of length 1 in the same direction; zeros stay. */
function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length > 0 ? vector.map((value) => value / length) : vector;
}

/** The log odds of a line, from the mean of its rows and that of the question's: what it says by itself, and how near it is. */
function weighing(reader: StoredTensors): (asked: Float32Array, line: Float32Array) => number {
  const { numbers: weights } = reader.read('head.weight');
  const [bias = 0] = reader.read('head.bias').numbers;
  const [scale = 0] = reader.read('head.scale').numbers;
  return (asked, line) => bias + product(line, weights) + scale * product(unit(asked), unit(line));
}

function product(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}
