import * as tf from '@tensorflow/tfjs-core';
import type { StoredTensor } from './safetensors.ts';

/** The shape of all-MiniLM-L6-v2 (Wang et al. 2020, "MiniLM"; Reimers and Gurevych 2019, "Sentence-BERT"). */
const LAYERS = 6;
const HEADS = 12;
const WIDTH = 384;
const EPSILON = 1e-12;

type Read = (name: string) => StoredTensor;

interface Dense {
  readonly weights: tf.Tensor;
  readonly bias: tf.Tensor;
}

interface Norm {
  readonly scale: tf.Tensor;
  readonly shift: tf.Tensor;
}

interface Layer {
  readonly query: Dense;
  readonly key: Dense;
  readonly value: Dense;
  readonly out: Dense;
  readonly afterAttention: Norm;
  readonly widen: Dense;
  readonly narrow: Dense;
  readonly afterWide: Norm;
}

/**
 * Reads the model. Its numbers stay in memory: 90 MB.
 * @returns a function that makes one vector of length 1 of the indices of a text's pieces
 */
export function readBert(read: Read): (pieces: readonly number[]) => Float32Array {
  const words = read('embeddings.word_embeddings.weight').numbers;
  const places = read('embeddings.position_embeddings.weight').numbers;
  const first = read('embeddings.token_type_embeddings.weight').numbers.subarray(0, WIDTH);
  const afterInput = readNorm(read, 'embeddings.LayerNorm');
  const layers = Array.from({ length: LAYERS }, (_, at) => readLayer(read, `encoder.layer.${at}`));
  return (pieces) => {
    const input = new Float32Array(pieces.length * WIDTH);
    for (const [row, piece] of pieces.entries())
      for (let at = 0; at < WIDTH; at += 1)
        input[row * WIDTH + at] =
          (words[piece * WIDTH + at] ?? 0) + (places[row * WIDTH + at] ?? 0) + (first[at] ?? 0);
    const mean = tf.tidy(() => {
      const start = normalised(tf.tensor2d(input, [pieces.length, WIDTH]), afterInput);
      const states = layers.reduce(throughLayer, start);
      return tf.mean(states, 0).dataSync() as Float32Array;
    });
    const length = Math.hypot(...mean);
    return mean.map((value) => value / length);
  };
}

function readLayer(read: Read, name: string): Layer {
  const attention = `${name}.attention`;
  return {
    query: readDense(read, `${attention}.self.query`),
    key: readDense(read, `${attention}.self.key`),
    value: readDense(read, `${attention}.self.value`),
    out: readDense(read, `${attention}.output.dense`),
    afterAttention: readNorm(read, `${attention}.output.LayerNorm`),
    widen: readDense(read, `${name}.intermediate.dense`),
    narrow: readDense(read, `${name}.output.dense`),
    afterWide: readNorm(read, `${name}.output.LayerNorm`),
  };
}

function readDense(read: Read, name: string): Dense {
  const { shape, numbers } = read(`${name}.weight`);
  const weights = tf.tidy(() => tf.transpose(tf.tensor2d(numbers, [shape[0] ?? 0, shape[1] ?? 0])));
  return { weights, bias: tf.tensor1d(read(`${name}.bias`).numbers) };
}

function readNorm(read: Read, name: string): Norm {
  return {
    scale: tf.tensor1d(read(`${name}.weight`).numbers),
    shift: tf.tensor1d(read(`${name}.bias`).numbers),
  };
}

function throughLayer(states: tf.Tensor, layer: Layer): tf.Tensor {
  const seen = normalised(tf.add(dense(attended(states, layer), layer.out), states), layer.afterAttention);
  const wide = bent(dense(seen, layer.widen));
  return normalised(tf.add(dense(wide, layer.narrow), seen), layer.afterWide);
}

/** Each piece as the mean of those that it attends to. */
function attended(states: tf.Tensor, { query, key, value }: Layer): tf.Tensor {
  const through = (one: Dense) => inHeads(dense(states, one));
  const scores = tf.matMul(through(query), through(key), false, true);
  const shares = tf.softmax(tf.mul(scores, 1 / Math.sqrt(WIDTH / HEADS)));
  const mixed = tf.matMul(shares, through(value));
  return tf.reshape(tf.transpose(mixed, [1, 0, 2]), [-1, WIDTH]);
}

function inHeads(rows: tf.Tensor): tf.Tensor {
  return tf.transpose(tf.reshape(rows, [-1, HEADS, WIDTH / HEADS]), [1, 0, 2]);
}

function dense(rows: tf.Tensor, { weights, bias }: Dense): tf.Tensor {
  return tf.fused.matMul({ a: rows, b: weights, bias });
}

function normalised(rows: tf.Tensor, { scale, shift }: Norm): tf.Tensor {
  const apart = tf.sub(rows, tf.mean(rows, -1, true));
  const spread = tf.rsqrt(tf.add(tf.mean(tf.square(apart), -1, true), EPSILON));
  return tf.add(tf.mul(tf.mul(apart, spread), scale), shift);
}

/** The Gaussian error linear unit, by its usual approximation with a hyperbolic tangent. */
function bent(rows: tf.Tensor): tf.Tensor {
  const inner = tf.add(rows, tf.mul(0.044715, tf.mul(rows, tf.square(rows))));
  return tf.mul(tf.mul(rows, 0.5), tf.add(1, tf.tanh(tf.mul(Math.sqrt(2 / Math.PI), inner))));
}
