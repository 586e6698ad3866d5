import * as tf from '@tensorflow/tfjs-core';
import type { Read } from './bert.ts';
import type { StoredTensor } from './safetensors.ts';

/**
 * The tensors of a model with those of an adapter: a matrix W becomes W + B·A where the adapter has `W.a` and `W.b` (Hu et al.
 * 2021, "LoRA"), and a tensor that the adapter has under its own name takes the place of the model's. Nothing of it is
 * left to do when texts are encoded.
 * @param has whether the adapter has a tensor of this name
 */
export function adapted(model: Read, adapter: Read, has: (name: string) => boolean): Read {
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
