import { isStopWord, remembering, tokens } from '../../../text/split-words.ts';
import type { TextVectors } from './types.ts';

/** How much alike some texts are. */
export interface Likeness {
  /** How much each text is like all of them together; 1 is the most, 0 the least. */
  readonly centrality: readonly number[];
  /** 0 (nothing in common) to 1, by the places of two texts. */
  between(one: number, other: number): number;
}

/** A text as numbers; the length is 1. */
type Weights = ReadonlyMap<string | number, number>;

/** Compares texts by their vectors if all but a few have one, otherwise by their words (TF-IDF). */
export function likenessOf(texts: readonly string[], vectors: TextVectors | undefined): Likeness {
  const known = texts.map((text) => vectors?.get(vectorKey(text)));
  const missing = known.filter((vector) => vector === undefined).length;
  if (missing * 4 <= texts.length) return byVectors(known);
  return byWords(texts);
}

/** The form in which a text is a key of `TextVectors`. */
export function vectorKey(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The stems of the content words of a text, one for each occurrence. */
export const contentWords = remembering((text): readonly string[] =>
  tokens(text).flatMap(({ word, stem }) => (word.length > 1 && !isStopWord(word) ? [stem] : [])),
);

function byVectors(vectors: readonly (Float32Array | undefined)[]): Likeness {
  const dimension = vectors.find((vector) => vector)?.length ?? 0;
  const sum = new Float32Array(dimension);
  for (const vector of vectors)
    for (let at = 0; at < dimension; at += 1) sum[at] = (sum[at] ?? 0) + (vector?.[at] ?? 0);
  return {
    centrality: ofMost(vectors.map((vector) => product(vector, sum))),
    between: (one, other) => Math.max(0, product(vectors[one], vectors[other])),
  };
}

function product(one: Float32Array | undefined, other: Float32Array | undefined): number {
  if (!one || !other) return 0;
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

function byWords(texts: readonly string[]): Likeness {
  const bags = weigh(texts.map(contentWords));
  const sum = new Map<string | number, number>();
  for (const bag of bags) for (const [word, weight] of bag) sum.set(word, (sum.get(word) ?? 0) + weight);
  return {
    centrality: ofMost(bags.map((bag) => inCommon(bag, sum))),
    between: (one, other) => inCommon(bags[one] ?? new Map(), bags[other] ?? new Map()),
  };
}

/** TF-IDF: words that many texts have weigh little. */
function weigh(texts: readonly (readonly string[])[]): Weights[] {
  const having = new Map<string, number>();
  for (const words of texts) for (const word of new Set(words)) having.set(word, (having.get(word) ?? 0) + 1);
  return texts.map((words) => {
    const bag = new Map<string, number>();
    for (const word of words) {
      const weight = Math.log(1 + texts.length / (having.get(word) ?? 1));
      bag.set(word, (bag.get(word) ?? 0) + weight);
    }
    const length = Math.hypot(...bag.values());
    return new Map([...bag].map(([word, weight]) => [word, weight / length]));
  });
}

function inCommon(one: Weights, other: Weights): number {
  let sum = 0;
  for (const [word, weight] of one) sum += weight * (other.get(word) ?? 0);
  return sum;
}

/** Shares of the largest number; negative ones count as 0. */
function ofMost(numbers: readonly number[]): number[] {
  const most = numbers.reduce((best, number) => Math.max(best, number), 0);
  return numbers.map((number) => (most > 0 ? Math.max(0, number) / most : 0));
}
