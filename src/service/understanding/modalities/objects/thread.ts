import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { workerData } from 'node:worker_threads';
import { type GraphModel, loadGraphModel } from '@tensorflow/tfjs-converter';
import * as tf from '@tensorflow/tfjs-core';
import { answerRequests } from '../../models/one-recogniser.ts';
import { startWasm } from '../../models/start-wasm.ts';
import { classesIn, type Seen } from './classes.ts';
import type { ObjectRequest, ObjectThreadData } from './messages.ts';

/** The output with a map of scores for each class, at a quarter of the picture's size. */
const HEAT = 'tower_0/keypoints';

/** The layers that scale up to a fixed size: their target, as a fraction of the picture's sides. */
const UPSAMPLING: Readonly<Record<string, number>> = { c5: 16, c4: 8, c3: 4 };

/** The parts of a stored model that are used here. */
interface StoredModel {
  readonly format: string;
  readonly modelTopology: {
    readonly node: { readonly op: string; readonly attr: { shape?: { shape: object } } }[];
  };
  readonly weightsManifest: readonly { readonly weights: tf.io.WeightsManifestEntry[] }[];
}

/**
 * Reads the CenterNet of @vladmandic/human from a folder; the backend must be set.
 * @returns a function that says of each class how sure it is that a picture shows one, and how many
 */
async function objectNetwork(folder: string): Promise<(picture: ObjectRequest) => Promise<Seen[]>> {
  const stored = JSON.parse(await readFile(path.join(folder, 'centernet.json'), 'utf8')) as StoredModel;
  const weights = await readFile(path.join(folder, 'centernet.bin'));
  let current: { readonly size: string; readonly model: GraphModel } | undefined;
  return async (picture) => {
    const size = `${picture.width}x${picture.height}`;
    if (current?.size !== size) {
      current?.model.dispose();
      current = { size, model: await modelFor(stored, weights, picture) };
    }
    return seenIn(current.model, picture);
  };
}

async function seenIn(model: GraphModel, { width, height, data }: ObjectRequest): Promise<Seen[]> {
  const heat = tf.tidy(() => {
    const pixels = tf.cast(tf.tensor4d(data, [1, height, width, 3], 'int32'), 'float32');
    return model.execute(pixels, HEAT) as tf.Tensor;
  });
  const [, rows = 0, columns = 0, classes = 0] = heat.shape;
  try {
    return classesIn((await heat.data()) as Float32Array, { rows, columns, classes });
  } finally {
    heat.dispose();
  }
}

/**
 * The model for pictures of a size. As stored it takes 512 by 512 pixels, but only a few constants depend on them: a wide
 * picture then needs no bars, which cost 40 % more time.
 */
function modelFor(
  { format, modelTopology, weightsManifest }: StoredModel,
  stored: Buffer,
  { width, height }: ObjectRequest,
): Promise<GraphModel> {
  const specs = weightsManifest[0]?.weights ?? [];
  const weights = Uint8Array.from(stored);
  const view = new DataView(weights.buffer);
  let at = 0;
  for (const { name, shape, quantization } of specs) {
    const layer = UPSAMPLING[/(c\d)_upsample\/up_sampling2d\w*\/mul$/.exec(name)?.[1] ?? ''];
    if (layer) {
      view.setInt32(at, height / layer, true);
      view.setInt32(at + 4, width / layer, true);
    }
    at += shape.reduce((product, side) => product * side, 1) * (quantization ? 2 : 4);
  }
  const node = modelTopology.node.map((one) =>
    one.op === 'Placeholder' ? { ...one, attr: { ...one.attr, shape: pictureShape(height, width) } } : one,
  );
  const artifacts = { format, modelTopology: { ...modelTopology, node }, weightSpecs: specs };
  return loadGraphModel({ load: async () => ({ ...artifacts, weightData: weights.buffer }) });
}

function pictureShape(height: number, width: number) {
  return { shape: { dim: [1, height, width, 3].map((size) => ({ size: String(size) })) } };
}

const { model, wasm } = workerData as ObjectThreadData;
await startWasm(tf, wasm);
const network = await objectNetwork(model);
answerRequests<ObjectRequest, Seen[]>((picture) => network(picture));
