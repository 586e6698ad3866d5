import { isStopWord, tokens } from '../../../../text/split-words.ts';
import type { EntityType, Mention, Passage } from '../types.ts';

/** Number of words that describe a text's topic. */
const MOST = 8;

/** The number of passages with each word stem, and the number of passages. */
export interface Frequencies {
  readonly passages: number;
  readonly of: ReadonlyMap<string, number>;
}

export function frequenciesOf(passages: readonly Passage[]): Frequencies {
  const of = new Map<string, number>();
  for (const { text } of passages)
    for (const stem of new Set(tokens(text).map((token) => token.stem)))
      of.set(stem, (of.get(stem) ?? 0) + 1);
  return { passages: passages.length, of };
}

/** Entities that do not describe a subject: addresses, numbers, dates. */
const NO_SUBJECTS: ReadonlySet<EntityType> = new Set([
  ...(['emails', 'urls', 'phone_numbers', 'dates', 'times', 'money', 'percentages', 'quantities'] as const),
]);

/**
 * The words that distinguish these passages from the file's other passages: frequency times the logarithm of rarity
 * (tf-idf, K. Sparck Jones 1972). They are words, not understood subjects.
 */
export function topicsIn(
  passages: readonly Passage[],
  { passages: all, of }: Frequencies,
  mentions: (passage: Passage) => readonly Mention[],
): Mention[] {
  const counts = new Map<string, { count: number; first: Mention }>();
  for (const passage of passages) {
    const others = mentions(passage).filter(({ type }) => NO_SUBJECTS.has(type));
    for (const { word, stem, from, to } of tokens(passage.text)) {
      if (word.length < 4 || isStopWord(word) || /\d/.test(word)) continue;
      if (others.some((one) => from < one.from + one.text.length && to > one.from)) continue;
      const text = passage.text.slice(from, to);
      const first: Mention = { type: 'topics', text, key: stem, passage, from };
      const known = counts.get(stem);
      counts.set(stem, { count: (known?.count ?? 0) + 1, first: known?.first ?? first });
    }
  }
  const weight = (stem: string, count: number) => count * Math.log(1 + (all + 1) / ((of.get(stem) ?? 0) + 1));
  return [...counts]
    .map(([stem, { count, first }]) => ({ first, weight: weight(stem, count) }))
    .sort((one, other) => other.weight - one.weight)
    .slice(0, MOST)
    .map(({ first }) => first);
}
