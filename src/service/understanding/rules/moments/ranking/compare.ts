import type { Criterion } from '../../../../../contract/index.ts';
import type { TextEncoder } from '../../../models/embeddings/port.ts';
import { type LineReader, readChosen } from '../../../models/embeddings/reading.ts';
import { centred, cosine, meanOf } from '../../../models/embeddings/vectors.ts';
import { type Cue, cues } from '../cues/index.ts';
import type { Evidence } from '../port.ts';
import type { Rubric } from '../rubric.ts';

/** Examples of cues as vectors, around their mean. */
interface EncodedExamples {
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

/** Vectors of examples, by text: each is encoded once for each encoder. */
const known = new WeakMap<TextEncoder, Map<string, Float32Array>>();

/**
 * All examples of the wanted cues, and what they are told apart from: plain talk, and one example of each other cue. The
 * mean is the same for all rubrics.
 */
async function encodedExamples(
  encoder: TextEncoder,
  wanted: readonly Cue[],
  signal: AbortSignal,
): Promise<EncodedExamples> {
  const general = [
    ...PLAIN.map((text) => ({ cue: 'plain', text })),
    ...cues.flatMap(({ id, examples = [] }) => examples.slice(0, 1).map((text) => ({ cue: id, text }))),
  ];
  const own = wanted.flatMap(({ id, examples = [] }) => examples.slice(1).map((text) => ({ cue: id, text })));
  const vectors = await encodedOnce(
    encoder,
    [...general, ...own].map(({ text }) => text),
    signal,
  );
  const vectorOf = (text: string) => vectors.get(text) ?? new Float32Array(0);
  const mean = meanOf(general.map(({ text }) => vectorOf(text))) ?? new Float32Array(0);
  const examples = [...general, ...own].map(({ cue, text }) => ({
    cue,
    vector: centred(vectorOf(text), mean),
  }));
  return { mean, examples };
}

async function encodedOnce(
  encoder: TextEncoder,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Float32Array>> {
  const vectors = known.get(encoder) ?? new Map<string, Float32Array>();
  known.set(encoder, vectors);
  const missing = texts.filter((text) => !vectors.has(text));
  const encoded = missing.length > 0 ? await encoder.encode(missing, signal) : [];
  for (const [at, vector] of encoded.entries()) vectors.set(missing[at] ?? '', vector);
  return vectors;
}

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
  const { title, clauses, excluded } = rubric;
  const asked = [title, ...clauses];
  const vectors = await encoder.encode(excluded === '' ? asked : [...asked, excluded], signal);
  const around = (vector: Float32Array | undefined) => vector && centred(vector, examples.mean);
  return {
    rubric,
    examples,
    rubricVector: around(halvesOf(vectors.slice(0, asked.length))),
    excludedVector: around(vectors[asked.length]),
  };
}

/** One half is the name, the other its clauses: a name is short and says it, clauses are many and go into details. */
function halvesOf([title, ...clauses]: readonly Float32Array[]): Float32Array | undefined {
  return title && meanOf([title, meanOf(clauses) ?? title]);
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

/** Whether a line can be read with a rubric, as far as its language is known. */
export const isReadable = ({ vector, language = 'en' }: Evidence): boolean =>
  vector !== undefined && (language === 'en' || language === 'und');

/** Lines of a file that are read with a rubric, each with those beside it: reading takes some 15 ms of a line. */
const MOST_READ = 40;

/**
 * Reads the lines of a file with what a criterion asks for: all of a short file, of a longer one those that are likest to it.
 * Lines in another language than English are not read.
 * @returns by place how likely a line meets it: -1 is surely not, 1 is surely. Rejects as the reader does
 */
export function readWith(
  reader: LineReader,
  { name, instructions }: Pick<Criterion, 'name' | 'instructions'>,
  evidence: readonly Evidence[],
  comparison: Comparison,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, number>> {
  const likest = evidence
    .flatMap((line, at) => {
      const { rubric, near } = likenessOf(line.vector, comparison);
      return isReadable(line) ? [{ at, like: rubric + near }] : [];
    })
    .sort((one, other) => other.like - one.like)
    .slice(0, MOST_READ);
  return readChosen(
    reader,
    `${name.replaceAll('_', ' ')}. ${instructions}`,
    evidence.map(({ text }) => text),
    likest.map(({ at }) => at),
    signal,
  );
}
