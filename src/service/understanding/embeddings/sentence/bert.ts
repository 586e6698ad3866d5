import * as tf from '@tensorflow/tfjs-core';
import { addAndNormalise, attend, bend, type Norm } from './arithmetic.ts';
import type { StoredTensor } from './safetensors.ts';

/** The shape of all-MiniLM-L6-v2 (Wang et al. 2020, "MiniLM"; Reimers and Gurevych 2019, "Sentence-BERT"). */
const LAYERS = 6;
const HEADS = 12;
export const WIDTH = 384;

/** Gives a tensor of the model by its name. */
export type Read = (name: string) => StoredTensor;

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
export function readBert(
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
