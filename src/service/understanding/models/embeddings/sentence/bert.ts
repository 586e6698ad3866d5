import * as tf from '@tensorflow/tfjs-core';
import { addAndNormalise, attend, bend, type Norm } from './arithmetic.ts';
import type { StoredTensor, StoredTensors } from './tensors.ts';

/** The shape of all-MiniLM-L6-v2 (Wang et al. 2020, "MiniLM"; Reimers and Gurevych 2019, "Sentence-BERT"). */
const LAYERS = 6;
const HEADS = 12;
/** Numbers of a row. */
export const WIDTH = 384;

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

/** The names of a layer's dense parts; those that get the same rows are one, their results side by side. */
const DENSE = {
  ask: ['attention.self.query', 'attention.self.key', 'attention.self.value'],
  out: ['attention.output.dense'],
  widen: ['intermediate.dense'],
  narrow: ['output.dense'],
} as const;

/** Makes one row of WIDTH numbers of each of a text's pieces, given by their indices. */
export type Bert = (pieces: readonly number[]) => Float32Array;

/** The model as it is, and as a second adapter changes it. Its numbers stay in memory once: 67 MB, and 3 MB of the adapter. */
export interface Berts {
  readonly bert: Bert;
  readonly changed: Bert;
}

/**
 * Reads the model.
 * @param adapter is merged into the model: nothing of it is left to do when texts are encoded
 * @param second changes the model with its adapter; what it adds is worked out beside it
 */
export function readBerts(model: StoredTensors, adapter: StoredTensors, second: StoredTensors): Berts {
  const read = adapted(model.read, adapter);
  const wordAt = model.rows('embeddings.word_embeddings.weight');
  const places = read('embeddings.position_embeddings.weight').numbers;
  const first = read('embeddings.token_type_embeddings.weight').numbers.subarray(0, WIDTH);
  const afterInput = readNorm(read, 'embeddings.LayerNorm');
  const layers = Array.from({ length: LAYERS }, (_, at) => readLayer(read, `encoder.layer.${at}`));
  const changed = layers.map((layer, at) => changedBy(second, `encoder.layer.${at}`, layer));
  const bertOf =
    (own: readonly Layer[]): Bert =>
    (pieces) => {
      const input = new Float32Array(pieces.length * WIDTH);
      for (const [row, piece] of pieces.entries())
        for (const [at, value] of wordAt(piece).entries())
          input[row * WIDTH + at] = value + (places[row * WIDTH + at] ?? 0) + (first[at] ?? 0);
      addAndNormalise(input, afterInput);
      return own.reduce(throughLayer, input);
    };
  return { bert: bertOf(layers), changed: bertOf(changed) };
}

function readLayer(read: Read, name: string): Layer {
  const denseOf = (names: readonly string[]) =>
    readDense(
      read,
      names.map((one) => `${name}.${one}`),
    );
  return {
    ask: denseOf(DENSE.ask),
    out: denseOf(DENSE.out),
    afterAttention: readNorm(read, `${name}.attention.output.LayerNorm`),
    widen: denseOf(DENSE.widen),
    narrow: denseOf(DENSE.narrow),
    afterWide: readNorm(read, `${name}.output.LayerNorm`),
  };
}

/** @param names layers that get the same rows: they become one, their results side by side */
function readDense(read: Read, names: readonly string[]): Dense {
  const weights = tf.tidy(() =>
    tf.concat(
      names.map((name) => tf.transpose(matrix(read(`${name}.weight`)))),
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
 * 2021, "LoRA"), and a tensor that the adapter has under its own name takes the place of the model's.
 */
function adapted(model: Read, adapter: StoredTensors): Read {
  return (name) => {
    if (adapter.has(name)) return adapter.read(name);
    const own = model(name);
    if (!adapter.has(`${name}.a`)) return own;
    const [a, b] = [adapter.read(`${name}.a`), adapter.read(`${name}.b`)];
    const product = tf.tidy(() => tf.matMul(matrix(b), matrix(a)));
    // Not within tf.tidy: it looks at every number of an array that it returns, which takes seconds.
    const change = product.dataSync();
    product.dispose();
    return { shape: own.shape, numbers: own.numbers.map((value, at) => value + (change[at] ?? 0)) };
  };
}

/** A layer as an adapter changes it, the layer's own numbers kept once. The same layer where the adapter has none for it. */
function changedBy(adapter: StoredTensors, name: string, layer: Layer): Layer {
  if (!adapter.has(`${name}.${DENSE.out[0]}.weight.a`)) return layer;
  const denseOf = (dense: Dense, names: readonly string[]) =>
    withChange(
      dense,
      adapter,
      names.map((one) => `${name}.${one}.weight`),
    );
  return {
    ask: denseOf(layer.ask, DENSE.ask),
    out: denseOf(layer.out, DENSE.out),
    afterAttention: readNorm(adapter.read, `${name}.attention.output.LayerNorm`),
    widen: denseOf(layer.widen, DENSE.widen),
    narrow: denseOf(layer.narrow, DENSE.narrow),
    afterWide: readNorm(adapter.read, `${name}.output.LayerNorm`),
  };
}

/** A dense layer with B·A of an adapter added; the changes of several matrices lie side by side. */
function withChange(dense: Dense, adapter: StoredTensors, names: readonly string[]): Dense {
  const down = tf.tidy(() => names.map((name) => tf.keep(tf.transpose(matrix(adapter.read(`${name}.a`))))));
  const up = tf.tidy(() => names.map((name) => tf.keep(tf.transpose(matrix(adapter.read(`${name}.b`))))));
  const [taken = 0] = down[0]?.shape ?? [];
  return (rows) => {
    const output = dense(rows);
    const input = tf.tensor2d(rows, [rows.length / taken, taken]);
    const change = tf.tidy(() =>
      tf.concat(
        down.map((one, at) => tf.matMul(tf.matMul(input, one), up[at] ?? one)),
        1,
      ),
    );
    const numbers = change.dataSync();
    for (let at = 0; at < output.length; at += 1) output[at] = (output[at] ?? 0) + (numbers[at] ?? 0);
    tf.dispose([input, change]);
    return output;
  };
}

function matrix({ numbers, shape: [rows = 0, columns = 0] }: StoredTensor): tf.Tensor2D {
  return tf.tensor2d(numbers, [rows, columns]);
}
