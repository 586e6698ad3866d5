import { countWords } from '../../../text/split-words.ts';
import { type Role, roleOf } from '../chapters/roles.ts';
import { contentWords, type Likeness, likenessOf } from './likeness.ts';
import type { Quotable, TextVectors } from './types.ts';

/**
 * The weights below were chosen on the 60 films of scripts/bench/search/a, whose title sentences were labelled by hand.
 * A sentence of many content words is worth more than a central one: in short films, centrality alone likes small talk.
 */
const CENTRAL = 0.5;
const SUBSTANCE = 1;
/** A question says what the speaker does not know. */
const QUESTION = 0.3;
/** Recognisers that miss full stops run sentences together: what a sentence of more words than this loses. */
const RUN_ON = 0.5;
const LONGEST = 30;
/**
 * What a sentence is worth for its role: who opens a subject or settles it says what a recording is about. Chosen on ten films of
 * a fresh reader, who kept none of the summaries that went without.
 */
const ROLE = { opens: 0.6, turns: 0.6, settles: 0.8, courteous: -0.8, leans: -0.4 } as const satisfies Record<
  keyof Role,
  number
>;
/** What a recognised sentence loses for each tenth that it is less sure than this. */
const SURE = 0.95;
const UNSURE = 0.15;
/** Content words of a sentence that count; more do not make it better. */
const ENOUGH_WORDS = 8;

/** Sentences with a score each: how well a sentence stands for all of them. */
export interface Ranked<Sentence> {
  readonly sentences: readonly Sentence[];
  readonly scores: readonly number[];
  readonly likeness: Likeness;
}

/** Scores sentences by how central they are, and by how much they say. Takes time linear in their number. */
export function rank<Sentence extends Quotable>(
  sentences: readonly Sentence[],
  vectors: TextVectors | undefined,
): Ranked<Sentence> {
  const likeness = likenessOf(
    sentences.map(({ text }) => text),
    vectors,
  );
  const scores = sentences.map(({ text, confidence = 1 }, at) => {
    const words = Math.min(ENOUGH_WORDS, new Set(contentWords(text)).size);
    const asks = /[?？]["'”’)]?\s*$/u.test(text) ? QUESTION : 0;
    return (
      CENTRAL * (likeness.centrality[at] ?? 0) +
      (SUBSTANCE * words) / ENOUGH_WORDS -
      asks -
      (countWords(text) > LONGEST ? RUN_ON : 0) +
      worthOf(roleOf(text)) -
      10 * UNSURE * Math.max(0, SURE - confidence)
    );
  });
  return { sentences, scores, likeness };
}

function worthOf(role: Role): number {
  return (Object.keys(ROLE) as (keyof Role)[]).reduce((sum, name) => sum + (role[name] ? ROLE[name] : 0), 0);
}

/** What a sentence loses for being like one that is already picked (times their likeness). */
const REPEATED = 0.5;
/** What a sentence loses for being in a part that has one already. */
const SAME_PART = 0.5;

/**
 * Picks sentences that say much and different things, from all parts (maximal marginal relevance). Equal ones are picked
 * once. They are returned in their order.
 * @param most the number to pick; as many equal parts are made
 */
export function pick<Sentence extends Quotable>(
  { sentences, scores, likeness }: Ranked<Sentence>,
  most: number,
): Sentence[] {
  const partOf = (at: number) => Math.floor((at * most) / sentences.length);
  const left = scores.map((score, at) => ({
    at,
    score,
    like: 0,
    crowded: false,
    text: keyOf(sentences[at]),
  }));
  const picked: number[] = [];
  while (picked.length < most && left.length > 0) {
    const value = ({ score, like, crowded }: (typeof left)[number]) =>
      score - REPEATED * like - (crowded ? SAME_PART : 0);
    const best = left.reduce((one, other) => (value(other) > value(one) ? other : one));
    picked.push(best.at);
    for (let place = left.length - 1; place >= 0; place -= 1) {
      const one = left[place];
      if (!one) continue;
      if (one.text === best.text) left.splice(place, 1);
      one.like = Math.max(one.like, likeness.between(one.at, best.at));
      one.crowded ||= partOf(one.at) === partOf(best.at);
    }
  }
  const order = new Set(picked);
  return sentences.filter((_, at) => order.has(at));
}

/** Two sentences with the same letters are the same sentence. */
export function keyOf(sentence: Pick<Quotable, 'text'> | undefined): string {
  return (sentence?.text ?? '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The place of the largest number, the first of equal ones; -1 without numbers. */
export function placeOfLargest(numbers: readonly number[]): number {
  return numbers.reduce(
    (best, number, at) => (number > (numbers[best] ?? Number.NEGATIVE_INFINITY) ? at : best),
    -1,
  );
}
