import type { TextEncoder } from '../../embeddings/port.ts';
import { cues } from '../cues/index.ts';
import { centred, meanOf } from '../vectors.ts';

/** The examples of all cues as vectors, around their mean. */
export interface EncodedExamples {
  readonly mean: Float32Array;
  /** In no order; of length 1 around the mean. */
  readonly examples: readonly { readonly cue: string; readonly vector: Float32Array }[];
}

/** Everyday talk that does nothing in particular: what a line is compared with besides the cues. */
const PLAIN = [
  'The house stands at the end of the street.',
  'She walked along the river with her dog.',
  'There were two chairs and a table in the room.',
  'The second one is green, like the door.',
  'He played the piano in the evening.',
  'They live near the station, above the bakery.',
  'It looks like a small boat from up here.',
  'My brother has one of those as well.',
  'The soup tastes of garlic and lemon.',
  'Then we came to a bridge and saw the valley.',
  'It was dark and rather quiet outside.',
  'This piece belongs in the middle.',
];

const known = new WeakMap<TextEncoder, Promise<EncodedExamples>>();

/** Encodes the examples once for each encoder. A failure is not remembered. */
export function encodedExamples(encoder: TextEncoder, signal: AbortSignal): Promise<EncodedExamples> {
  const before = known.get(encoder);
  if (before) return before;
  const encoded = encodeAll(encoder, signal);
  known.set(encoder, encoded);
  encoded.catch(() => known.delete(encoder));
  return encoded;
}

async function encodeAll(encoder: TextEncoder, signal: AbortSignal): Promise<EncodedExamples> {
  const texts = [
    ...PLAIN.map((text) => ({ cue: 'plain', text })),
    ...cues.flatMap(({ id, examples = [] }) => examples.map((text) => ({ cue: id, text }))),
  ];
  const vectors = await encoder.encode(
    texts.map(({ text }) => text),
    signal,
  );
  const mean = meanOf(vectors) ?? new Float32Array(0);
  const examples = texts.map(({ cue }, at) => ({
    cue,
    vector: centred(vectors[at] ?? new Float32Array(mean.length), mean),
  }));
  return { mean, examples };
}
