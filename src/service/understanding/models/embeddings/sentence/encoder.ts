import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Bert, readBerts, WIDTH } from './bert.ts';
import { type Chunk, chunksOf, ENCODED, READ } from './chunks.ts';
import { readSafetensors } from './tensors.ts';
import { WordPieces } from './word-pieces.ts';

/** A longer text is cut here, where the model was trained to end. */
const MOST_PIECES = 256;

/** Pieces of a question that lines are read with. */
const MOST_ASKED = 40;

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
    await Promise.all([path.join(folder, 'model.fp16.safetensors'), adapter, reader].map((file) => readFile(file)))
  ).map(readSafetensors);
  if (!base || !fitted || !second) throw new Error('the model has three files');
  const { bert, changed } = readBerts(base, fitted, second);
  const weigh = weighing(second.read('head.weight').numbers, second.read('head.bias').numbers[0] ?? 0);
  const { begin, end } = pieces.special;
  const inside = (lines: readonly string[]) => lines.map((line) => pieces.inside(line));
  return {
    encode(text) {
      const found = pieces.cut(text, MOST_PIECES);
      return found.length === 0 ? new Float32Array(WIDTH) : unit(meanOfRows(bert(found), 0, found.length));
    },
    read: (lines) => byChunk(chunksOf(inside(lines), { ...ENCODED, opening: [begin], end }), bert, unit),
    readFor(question, lines) {
      const opening = [begin, ...pieces.inside(question).slice(0, MOST_ASKED), end];
      const chunks = chunksOf(inside(lines), { ...READ, most: READ.most + opening.length, opening, end });
      return byChunk(chunks, (own) => changed(own, opening.length), weigh);
    },
  };
}

/** What is made of the mean of each line's rows, a chunk at a time. Of a line without words: of a row of zeros. */
function byChunk(
  chunks: readonly Chunk[],
  bert: Bert,
  make: (mean: Float32Array) => Float32Array,
): (at: number) => Float32Array {
  const made = new Map<number, Float32Array>();
  return (at) => {
    const chunk = made.has(at) ? undefined : chunks.find(({ places }) => places.some(({ line }) => line === at));
    if (chunk) {
      const rows = bert(chunk.pieces);
      for (const { line, from, to } of chunk.places) made.set(line, make(meanOfRows(rows, from, to)));
    }
    return made.get(at) ?? make(new Float32Array(WIDTH));
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

function weighing(weights: Float32Array, bias: number): (mean: Float32Array) => Float32Array {
  return (mean) => Float32Array.of(mean.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), bias));
}
