import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type GraphModel, loadGraphModel } from '@tensorflow/tfjs-converter';
import * as tf from '@tensorflow/tfjs-core';
import { type Piece, SentencePieces } from './sentence-pieces.ts';

/** Length of a vector of this encoder. */
export const DIMENSION = 512;

/** A longer sentence is cut here: time and memory grow with the square of its length, and sentences are shorter. */
const MOST_PIECES = 128;

/** The encoder's model, read from a folder with model.json, its weights and vocab.json. */
export interface Encoder {
  /** One vector of length 1 for each text, in order. An empty text gets a vector of zeros. */
  encode(texts: readonly string[]): Promise<Float32Array[]>;
}

/** @param folder the model's folder; the backend must be set */
export async function loadEncoder(folder: string): Promise<Encoder> {
  const vocabulary = JSON.parse(await readFile(path.join(folder, 'vocab.json'), 'utf8')) as Piece[];
  const pieces = new SentencePieces(vocabulary);
  const model = await loadModel(folder);
  return {
    async encode(texts) {
      const cut = texts.map((text) => pieces.cut(text).slice(0, MOST_PIECES));
      const filled = cut.flatMap((found, at) => (found.length > 0 && /\S/.test(texts[at] ?? '') ? [at] : []));
      const vectors = texts.map(() => new Float32Array(DIMENSION));
      if (filled.length === 0) return vectors;
      const numbers = await run(
        model,
        filled.map((at) => cut[at] ?? []),
      );
      for (const [row, at] of filled.entries())
        vectors[at]?.set(numbers.subarray(row * DIMENSION, (row + 1) * DIMENSION));
      return vectors;
    },
  };
}

async function loadModel(folder: string): Promise<GraphModel> {
  const { modelTopology, weightsManifest } = JSON.parse(
    await readFile(path.join(folder, 'model.json'), 'utf8'),
  );
  const [{ paths, weights }] = weightsManifest;
  const shards = await Promise.all((paths as string[]).map((name) => readFile(path.join(folder, name))));
  const bytes = Buffer.concat(shards);
  const weightData = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
  return loadGraphModel({ load: async () => ({ modelTopology, weightSpecs: weights, weightData }) });
}

async function run(model: GraphModel, sentences: readonly number[][]): Promise<Float32Array> {
  const places = sentences.flatMap((found, row) => found.map((_, at) => [row, at] as [number, number]));
  const inputs = {
    indices: tf.tensor2d(places, [places.length, 2], 'int32'),
    values: tf.tensor1d(sentences.flat(), 'int32'),
  };
  const out = (await model.executeAsync(inputs)) as tf.Tensor;
  const numbers = (await out.data()) as Float32Array;
  tf.dispose([inputs.indices, inputs.values, out]);
  return numbers;
}
