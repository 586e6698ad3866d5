import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as tf from '@tensorflow/tfjs-core';
import { addAndNormalise, attend, bend, type Norm } from './arithmetic.ts';
import { chunksOf } from './chunks.ts';
import { WordPieces } from './word-pieces.ts';

/** A tensor with its numbers in rows. */
interface StoredTensor {
  readonly shape: number[];
  readonly numbers: Float32Array;
}

interface Entry {
  readonly dtype: string;
  readonly shape: number[];
  /** Bytes after the header. */
  readonly data_offsets: [from: number, to: number];
}

/** The tensors of a file, by name. */
interface StoredTensors {
  has(name: string): boolean;
  /** @throws for a name that the file lacks */
  read(name: string): StoredTensor;
  /** One row of a tensor at a time, which stays in memory as it is stored. @throws for a name that the file lacks */
  rows(name: string): (row: number) => Float32Array;
}

/**
 * Reads tensors from a file of the safetensors format: 8 bytes with the length of a JSON header, the header, the numbers.
 * They must be 16-bit floats.
 */
function readSafetensors(file: Uint8Array): StoredTensors {
  const length = Number(new DataView(file.buffer, file.byteOffset).getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(file.subarray(8, 8 + length))) as Record<string, Entry>;
  const found = (name: string) => {
    const entry = header[name];
    if (entry?.dtype !== 'F16') throw new Error(`the model has no tensor ${name} of 16-bit floats`);
    const [from, to] = entry.data_offsets;
    return {
      shape: entry.shape,
      stored: new DataView(file.buffer, file.byteOffset + 8 + length + from, to - from),
    };
  };
  return {
    has: (name) => Object.hasOwn(header, name),
    read(name) {
      const { shape, stored } = found(name);
      return { shape, numbers: numbersIn(stored, 0, stored.byteLength / 2) };
    },
    rows(name) {
      const { shape, stored } = found(name);
      // A copy: the rest of the file is not held in memory.
      const own = new DataView(stored.buffer.slice(stored.byteOffset, stored.byteOffset + stored.byteLength));
      const width = shape.at(-1) ?? 0;
      return (row) => numbersIn(own, row * width, width);
    },
  };
}

/** @param first of the numbers to take @param count how many */
function numbersIn(stored: DataView, first: number, count: number): Float32Array {
  const numbers = new Float32Array(count);
  for (let at = 0; at < count; at += 1)
    numbers[at] = halfFloats[stored.getUint16(2 * (first + at), true)] ?? 0;
  return numbers;
}

/** All of them: working each number of a model out would take a second. */
const halfFloats = Float32Array.from({ length: 65_536 }, (_, bits) => halfFloat(bits));

/** The value of a finite 16-bit float (IEEE 754). */
function halfFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = (bits & 1023) / 1024;
  return exponent === 0 ? sign * fraction * 2 ** -14 : sign * (1 + fraction) * 2 ** (exponent - 15);
}

/** The shape of all-MiniLM-L6-v2 (Wang et al. 2020, "MiniLM"; Reimers and Gurevych 2019, "Sentence-BERT"). */
const LAYERS = 6;
const HEADS = 12;
const WIDTH = 384;

/** Gives a tensor of the model by its name. */
type Read = (name: string) => StoredTensor;

/** A dense layer: rows in, rows of another width out. The products are all that is worth a tensor. */
type Dense = (rows: Float32Array) => Float32Array;

interface Layer {
  /** Query, key and value of each row, side by side. */
  readonly ask: Dense;
  readonly out: Dense;
  readonly afterAttention: Norm;
  readonly widen: Dense;
  readonly narrow: Dense;
  readonly afterWide: Norm;
}

/**
 * Reads the model. Its numbers stay in memory: 67 MB.
 * @param rows gives the rows of a tensor by its name
 * @returns a function that makes one row of WIDTH numbers of each of a text's pieces, given by their indices
 */
function readBert(
  read: Read,
  rows: (name: string) => (row: number) => Float32Array,
): (pieces: readonly number[]) => Float32Array {
  const wordAt = rows('embeddings.word_embeddings.weight');
  const places = read('embeddings.position_embeddings.weight').numbers;
  const first = read('embeddings.token_type_embeddings.weight').numbers.subarray(0, WIDTH);
  const afterInput = readNorm(read, 'embeddings.LayerNorm');
  const layers = Array.from({ length: LAYERS }, (_, at) => readLayer(read, `encoder.layer.${at}`));
  return (pieces) => {
    const input = new Float32Array(pieces.length * WIDTH);
    for (const [row, piece] of pieces.entries())
      for (const [at, value] of wordAt(piece).entries())
        input[row * WIDTH + at] = value + (places[row * WIDTH + at] ?? 0) + (first[at] ?? 0);
    addAndNormalise(input, afterInput);
    return layers.reduce(throughLayer, input);
  };
}

function readLayer(read: Read, name: string): Layer {
  const attention = `${name}.attention`;
  return {
    ask: readDense(read, [`${attention}.self.query`, `${attention}.self.key`, `${attention}.self.value`]),
    out: readDense(read, [`${attention}.output.dense`]),
    afterAttention: readNorm(read, `${attention}.output.LayerNorm`),
    widen: readDense(read, [`${name}.intermediate.dense`]),
    narrow: readDense(read, [`${name}.output.dense`]),
    afterWide: readNorm(read, `${name}.output.LayerNorm`),
  };
}

/** @param names layers that get the same rows: they become one, their results side by side */
function readDense(read: Read, names: readonly string[]): Dense {
  const weights = tf.tidy(() =>
    tf.concat(
      names.map((name) => {
        const { shape, numbers } = read(`${name}.weight`);
        return tf.transpose(tf.tensor2d(numbers, [shape[0] ?? 0, shape[1] ?? 0]));
      }),
      1,
    ),
  );
  const bias = tf.tidy(() => tf.concat(names.map((name) => tf.tensor1d(read(`${name}.bias`).numbers))));
  const [taken = 0] = weights.shape;
  return (rows) => {
    const input = tf.tensor2d(rows, [rows.length / taken, taken]);
    const output = tf.fused.matMul({ a: input, b: weights, bias });
    // Not by tf.tidy: it looks at every number of an array that it returns.
    const numbers = output.dataSync() as Float32Array;
    tf.dispose([input, output]);
    return numbers;
  };
}

function readNorm(read: Read, name: string): Norm {
  return { scale: read(`${name}.weight`).numbers, shift: read(`${name}.bias`).numbers };
}

function throughLayer(states: Float32Array, layer: Layer): Float32Array {
  const seen = layer.out(attend(layer.ask(states), WIDTH, HEADS));
  addAndNormalise(seen, layer.afterAttention, states);
  const wide = layer.widen(seen);
  bend(wide);
  const next = layer.narrow(wide);
  addAndNormalise(next, layer.afterWide, seen);
  return next;
}

/**
 * The tensors of a model with those of an adapter: a matrix W becomes W + B·A where the adapter has `W.a` and `W.b` (Hu et al.
 * 2021, "LoRA"), and a tensor that the adapter has under its own name takes the place of the model's. Nothing of it is
 * left to do when texts are encoded.
 * @param has whether the adapter has a tensor of this name
 */
function adapted(model: Read, adapter: Read, has: (name: string) => boolean): Read {
  return (name) => {
    if (has(name)) return adapter(name);
    const own = model(name);
    if (!has(`${name}.a`)) return own;
    const [a, b] = [adapter(`${name}.a`), adapter(`${name}.b`)];
    const product = tf.tidy(() => tf.matMul(matrix(b), matrix(a)));
    // Not within tf.tidy: it looks at every number of an array that it returns, which takes seconds.
    const change = product.dataSync();
    product.dispose();
    return { shape: own.shape, numbers: own.numbers.map((value, at) => value + (change[at] ?? 0)) };
  };
}

function matrix({ numbers, shape: [rows = 0, columns = 0] }: StoredTensor): tf.Tensor2D {
  return tf.tensor2d(numbers, [rows, columns]);
}

/**
 * The mean of rows of an encoder, as a vector of length 1.
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
  const length = Math.hypot(...sum);
  return sum.map((value) => value / length);
}

/** A longer text is cut here, where the model was trained to end. */
const MOST_PIECES = 256;

/** The encoder's model. All its vectors are of length 1, with only zeros for a text without words. */
export interface Encoder {
  /** The vector of a text by itself. */
  encode(text: string): Float32Array;
  /**
   * The vectors of consecutive lines of a recording, each understood by those around it. They are made a chunk of lines at a
   * time, when the first line of a chunk is asked for.
   */
  read(lines: readonly string[]): (at: number) => Float32Array;
}

/**
 * Reads the model from files; the backend must be set.
 * @param folder has model.fp16.safetensors and tokenizer.json
 * @param adapter what was fitted to searches in recordings: see adapter.ts
 */
export async function loadEncoder(folder: string, adapter: string): Promise<Encoder> {
  const { model } = JSON.parse(await readFile(path.join(folder, 'tokenizer.json'), 'utf8'));
  const pieces = new WordPieces(new Map(Object.entries(model.vocab as Record<string, number>)));
  const base = readSafetensors(await readFile(path.join(folder, 'model.fp16.safetensors')));
  const fitted = readSafetensors(await readFile(adapter));
  const bert = readBert(adapted(base.read, fitted.read, fitted.has), base.rows);
  return {
    encode(text) {
      const found = pieces.cut(text, MOST_PIECES);
      return found.length === 0 ? new Float32Array(WIDTH) : meanOfRows(bert(found), 0, found.length);
    },
    read(lines) {
      const chunks = chunksOf(
        lines.map((line) => pieces.inside(line)),
        pieces.special,
      );
      const vectors = new Map<number, Float32Array>();
      return (at) => {
        const chunk = vectors.has(at)
          ? undefined
          : chunks.find(({ places }) => places.some(({ line }) => line === at));
        if (chunk) {
          const rows = bert(chunk.pieces);
          for (const { line, from, to } of chunk.places) vectors.set(line, meanOfRows(rows, from, to));
        }
        return vectors.get(at) ?? new Float32Array(WIDTH);
      };
    },
  };
}
