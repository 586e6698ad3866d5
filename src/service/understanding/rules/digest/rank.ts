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
const QUESTION = 0.5;
/** Recognisers that miss full stops run sentences together: what a sentence of more words than this loses. */
const RUN_ON = 0.5;
const LONGEST = 30;
/**
 * What a sentence is worth for its role: who opens a subject or settles it says what a recording is about. Chosen on ten films of
 * a fresh reader, who kept none of the summaries that went without.
 */
const ROLE = {
  opens: 0.6,
  turns: 0.6,
  settles: 0.8,
  courteous: -0.8,
  leans: -0.4,
  aside: -1,
  bare: -1.2,
} as const satisfies Record<keyof Role, number>;
/** What a recognised sentence loses for each tenth that it is less sure than this. */
const SURE = 0.95;
const UNSURE = 0.3;
/** What an offer loses that the next sentence refuses: what was agreed comes later. */
const REFUSED = 0.8;
const OFFERS = /\b(?:can|could|have|how about|what about|shall|would|wants?|suggest|könnte|wie wäre)\b/i;
const REFUSES =
  /^(?:(?:oh|um|well|sorry|hmm|ah|ach)[\s,.]+)*(?:no|nope|nah|nein|I can(?:'t|not)|we can(?:'t|not)|that (?:won't|doesn't)|(?:das|da) (?:geht|passt|kann ich) nicht)\b(?! problem)/i;

/** Whether a sentence offers what the next one refuses. */
function isRefused(text: string | undefined, next: string | undefined): boolean {
  return (
    text !== undefined && next !== undefined && REFUSES.test(next.replaceAll('’', "'")) && OFFERS.test(text)
  );
}

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
      (isRefused(text, sentences[at + 1]?.text) ? REFUSED : 0) -
      (isRefused(sentences[at - 1]?.text, text) ? REFUSED / 2 : 0) -
      10 * UNSURE * Math.max(0, SURE - confidence)
    );
  });
  return { sentences, scores, likeness };
}

function worthOf(role: Role): number {
  return (Object.keys(ROLE) as (keyof Role)[]).reduce((sum, name) => sum + (role[name] ? ROLE[name] : 0), 0);
}

/** Stands for a thing or a person that a sentence has named, or the one before it. */
const STANDS_FOR = /\b(?:it|they|them|he|him|she|ihn|ihnen)\b/i;
/** Content words before such a word: among fewer than so many is no name of what it stands for, unless one is written like a name. */
const NAMED = 3;
const NAME = /\p{L}.*\s\p{Lu}\p{Ll}/u;

/** Whether a sentence is not understood alone: what its `it` or `them` stands for is in the one before. */
function refersBack(text: string): boolean {
  if (roleOf(text).leans) return true;
  const found = STANDS_FOR.exec(text);
  if (found === null) return false;
  const before = text.slice(0, found.index);
  return contentWords(before).length < NAMED && !NAME.test(before);
}

/** Sentences quoted together at most: one that is not understood alone, and those before it. */
const TOGETHER = 3;
/** Sentences with a longer pause between them, in seconds, are no passage. */
const PAUSE = 3;

/**
 * Puts what a picked sentence refers to in front of it, as one quote: sentences of the same speaker right before it, up to one
 * that is understood alone. Where there is none, the sentence stays as it is.
 * @param picked some of `sentences`, in their order
 * @param sentences all that is said
 * @param isQuotable whether a sentence may be quoted
 * @returns no sentence twice
 */
export function withReferents<Sentence extends Quotable>(
  picked: readonly Sentence[],
  sentences: readonly Sentence[],
  isQuotable: (sentence: Sentence) => boolean,
): Sentence[] {
  const places = picked.map((one) => sentences.indexOf(one));
  const quotes: { sentence: Sentence; last: number }[] = [];
  for (const last of places) {
    const first = referentOf(last, sentences, isQuotable);
    const before = quotes.at(-1);
    const parts = sentences.slice(before ? Math.max(first, before.last + 1) : first, last + 1);
    const isJoined = before !== undefined && first <= before.last;
    if (isJoined) quotes.pop();
    const sentence = joined(isJoined ? [before.sentence, ...parts] : parts);
    if (sentence) quotes.push({ sentence, last });
  }
  return quotes.map(({ sentence }) => sentence);
}

/** The place of the first sentence to quote for the one at a place. */
function referentOf<Sentence extends Quotable>(
  place: number,
  sentences: readonly Sentence[],
  isQuotable: (sentence: Sentence) => boolean,
): number {
  for (let first = place; first > place - TOGETHER; first -= 1) {
    const [one, before] = [sentences[first], sentences[first - 1]];
    if (!one || !refersBack(one.text)) return first;
    const goesOn = before && before.speaker === one.speaker && one.start - before.end <= PAUSE;
    const saysLittle = !before || contentWords(before.text).length < NAMED || roleOf(before.text).courteous;
    if (!goesOn || saysLittle || !isQuotable(before)) return place;
  }
  return place;
}

/** Sentences as one, as sure as the least sure of them. */
function joined<Sentence extends Quotable>(parts: readonly Sentence[]): Sentence | undefined {
  const [first] = parts;
  const last = parts.at(-1);
  if (!first || !last || first === last) return first;
  const known = parts.flatMap(({ confidence }) => confidence ?? []);
  const sure = known.length > 0 ? { confidence: Math.min(...known) } : {};
  return { ...first, ...sure, text: parts.map(({ text }) => text.trim()).join(' '), end: last.end };
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
