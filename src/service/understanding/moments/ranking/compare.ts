import type { TextEncoder } from '../../embeddings/port.ts';
import { centred, cosine } from '../../embeddings/vectors.ts';
import type { Rubric } from '../rubric.ts';
import { type EncodedExamples, encodedExamples } from './examples.ts';

/** What the lines of a file are compared with. */
export interface Comparison {
  readonly rubric: Rubric;
  /** Around the mean of the examples; undefined without an encoder. */
  readonly rubricVector?: Float32Array | undefined;
  /** Of what the rubric excludes; undefined if nothing. */
  readonly excludedVector?: Float32Array | undefined;
  readonly examples?: EncodedExamples | undefined;
}

/** @param encoder undefined where the lines have no vectors that it could compare */
export async function comparisonOf(
  rubric: Rubric,
  encoder: TextEncoder | undefined,
  signal: AbortSignal,
): Promise<Comparison> {
  if (!encoder) return { rubric };
  const examples = await encodedExamples(encoder, rubric.wanted, signal);
  const texts = [rubric.text, ...(rubric.excluded === '' ? [] : [rubric.excluded])];
  const [rubricVector, excludedVector] = (await encoder.encode(texts, signal)).map(
    (vector) => vector && centred(vector, examples.mean),
  );
  return { rubric, examples, rubricVector, excludedVector };
}

/** How a line compares in meaning. */
export interface Likeness {
  readonly near: number;
  readonly best: number;
  readonly rubric: number;
  /** How much more it is like what the rubric excludes. */
  readonly excluded: number;
}

/** How fast an example loses weight with its distance. */
const SHARPNESS = 12;

export function likenessOf(
  vector: Float32Array | undefined,
  { rubric, rubricVector, excludedVector, examples }: Comparison,
): Likeness {
  if (!vector || !examples) return { near: 0, best: 0, rubric: 0, excluded: 0 };
  const own = centred(vector, examples.mean);
  const ids = new Set(rubric.wanted.map(({ id }) => id));
  let [all, wanted, best] = [0, 0, 0];
  for (const { cue, vector: example } of examples.examples) {
    const alike = cosine(own, example);
    const weight = Math.exp(SHARPNESS * alike);
    all += weight;
    if (!ids.has(cue)) continue;
    wanted += weight;
    best = Math.max(best, alike);
  }
  const near = all > 0 ? wanted / all : 0;
  const likeness = rubricVector ? cosine(own, rubricVector) : 0;
  const excluded = excludedVector ? Math.max(0, cosine(own, excludedVector) - likeness) : 0;
  return { near, best, rubric: likeness, excluded };
}
