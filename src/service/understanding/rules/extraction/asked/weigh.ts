import type { Candidate } from './candidates.ts';
import { clip } from './grounds.ts';
import type { Question } from './questions.ts';
import { nameWords } from './said/takes.ts';
import type { Weights } from './weights.ts';

/** A candidate with how near its own words are to the question's, in standard deviations of all candidates; 0 without vectors. */
export interface Compared extends Candidate {
  readonly close: number;
}

/** A candidate with how likely it is the answer, 0 to 1, beside all others and beside none. */
export interface Weighed extends Compared {
  readonly likely: number;
}

/** Kinds of questions whose candidates are told apart by themselves. */
export type Family = 'number' | 'when' | 'name' | 'choice' | 'polarity' | 'phrase' | 'exact';

export function familyOf({ takes }: Question): Family {
  if (takes.choice) return 'choice';
  if (takes.polarity) return 'polarity';
  if (takes.email ?? takes.url ?? takes.phone) return 'exact';
  if (takes.person === 1 || takes.organization === 1 || takes.place === 1 || takes.proper === 1)
    return 'name';
  if (takes.date === 1 || takes.time === 1) return 'when';
  return takes.phrase === 1 ? 'phrase' : 'number';
}

export const FAMILIES: readonly Family[] = [
  'number',
  'when',
  'name',
  'choice',
  'polarity',
  'phrase',
  'exact',
];

/** What is not so, or not sure. */
const DOUBTED =
  /\b(?:if|unless|in case|suppose|imagine|would have|could have|should have|maybe|perhaps|might|wish|rather than|instead of)\b/i;
/** What was so once, or was meant to be: before the value, or after it. */
const OLD =
  /\b(?:(?:not|isn['’]t|wasn['’]t|aren['’]t|won['’]t be|no longer)\s+(?:\p{L}+\s+){0,2}|(?:down|up)\s+from\s+(?:\p{L}+\s+)?|used to\s+(?:\p{L}+\s+){0,3}|was (?:coming|going|supposed|meant|due|planned)\s+(?:\p{L}+\s+){0,3}|originally\s+(?:\p{L}+\s+){0,4}|(?:last|previous) (?:year|time|month|week)\s+(?:\p{L}+\s+){0,3}|instead of\s+(?:\p{L}+\s+)?|first (?:said|thought)\s+(?:\p{L}+\s+){0,2})$/iu;
const OLD_AFTER =
  /^\s*(?:any ?more|any longer|last (?:year|time|month|week)|before|originally|at first|previously|then no|was the old|ago)\b/i;
/** Fields that ask for what was so. */
const ASKS_OLD = /^(?:previous|former|old|original|initial|earlier|past|first|last|before|planned|expected)$/;
/** What stands before the value that is right: `Tuesday, no, Wednesday`. */
const CORRECTS =
  /(?:^|[\s,.;–-])(?:no|sorry|wait|actually|i mean|i meant|rather|correction|make that|scratch that|or rather|let me correct|apologies|my mistake|pardon|oops)\b[\s,.:;–-]/i;
/** What stands after it: `It's the twelfth, actually`. */
const CORRECTED = /^,?\s*(?:actually|sorry|rather|i mean|in fact)\b/i;
const NEAR_CORRECTION = 90;

/** The numbers that are weighed for a candidate by itself, in the order of the weights. */
export function featuresOf(question: Question, candidate: Compared, all: readonly Compared[]): number[] {
  const { ground, close, fit, bound, meaning } = candidate;
  const { words, before, answers, statement } = ground;
  const same = all.filter((one) => one.fit >= fit);
  const different = new Set(same.map(({ key }) => key)).size;
  const only = 1 / Math.max(1, different);
  const late = lateness(candidate, all);
  return [
    clip(meaning, -1, 4),
    4 * ground.cosine,
    ground.meaningBefore,
    clip(6 * ground.owned, -2, 2),
    placeAmong(candidate, all),
    clip(close, -2, 4),
    placeOf(close, all),
    words,
    ground.least,
    before,
    answers,
    singled(candidate, all),
    bound,
    fit,
    only,
    question.plain ? only : 0,
    statement.asks ? 1 : 0,
    doubtOf(candidate),
    oldOf(question, candidate),
    settledOf(candidate),
    late,
    finality(question) * (late - 0.5),
    candidate.corrects ? 1 : 0,
    words * bound,
    ground.read,
    ground.readBelow,
    ground.read === 0 || ground.readBelow < 0 ? 0 : 1,
  ];
}

/** 1 for the statement that is nearest in meaning of those with candidates, a half for the next line, and so on; 0 without vectors. */
function placeAmong({ ground: { cosine: own } }: Candidate, all: readonly Candidate[]): number {
  if (own === 0) return 0;
  const nearer = new Set(all.map(({ ground }) => ground.cosine).filter((cosine) => cosine > own));
  return 1 / (1 + nearer.size);
}

/** 1 for the candidate whose words are nearest, a half for the next, and so on; 0 without vectors. */
function placeOf(close: number, all: readonly Compared[]): number {
  if (close === 0) return 0;
  return 1 / (1 + new Set(all.filter((one) => one.close > close).map((one) => one.close)).size);
}

/** What is said beside a value that holds in the end. */
const SETTLED =
  /\b(?:now|instead|in the end|final(?:ly)?|agreed?|deal|settled|then|decided|so it['’]s|make it|let['’]s (?:say|make it)|down as|it is)\b/i;

function settledOf({ ground: { statement }, from, length }: Compared): number {
  return SETTLED.test(statement.text.slice(Math.max(0, from - 20), from + length + 20)) ? 1 : 0;
}

/** 1 for what was so once, where a field asks for what is so; -1 where it asks for what was. */
function oldOf({ path }: Question, { ground: { statement }, from, length }: Compared): number {
  const old =
    OLD.test(statement.text.slice(Math.max(0, from - 60), from)) ||
    OLD_AFTER.test(statement.text.slice(from + length));
  if (!old) return 0;
  return nameWords(path.split('.').at(-1) ?? '').some((word) => ASKS_OLD.test(word)) ? -1 : 1;
}

/** Fields that ask for what holds in the end, and for what was said first. */
const FINAL =
  /\b(?:final(?:ly)?|last|latest|valid|agreed|most recent|corrected|current|in the end|decided|present|new)\b/i;
const FIRST = /\b(?:first|initial(?:ly)?|original(?:ly)?|earlier|opening|previous|before)\b/i;

function finality({ text }: Question): number {
  return (FINAL.test(text) ? 1 : 0) - (FIRST.test(text) ? 1 : 0);
}

/** How near a value stands to the field's words. In a statement with no other value to be told from, the whole of it is near. */
function singled({ ground, near, from }: Compared, all: readonly Compared[]): number {
  const others = all.some((one) => one.ground.statement === ground.statement && one.from !== from);
  if (others) return near;
  return Math.max(
    near,
    0.8 * Math.max(0, ...ground.places.map(({ strength, cue }) => strength * cue.weight)),
  );
}

/** 0 for the first candidate of those that are as near in meaning, 1 for the last. */
function lateness({ ground, meaning }: Compared, all: readonly Compared[]): number {
  const places = all.filter((one) => one.meaning >= meaning - 1).map((one) => one.ground.statement.index);
  const [first, last] = [Math.min(...places), Math.max(...places)];
  return last > first ? (ground.statement.index - first) / (last - first) : 0.5;
}

function doubtOf({ ground: { statement }, from, length }: Candidate): number {
  const around = statement.text.slice(Math.max(0, from - 40), from + length + 10);
  return DOUBTED.test(around) ? 1 : 0;
}

/** Every score starts from here, so that without anything that speaks for it a candidate is unlikely. */
const START = -3;

/**
 * All candidates of a question by how likely each is the answer, the best first: beside the others, and beside the answer not being
 * there (multinomial logit). Those that the talk corrects are left out.
 */
export function weighed(
  question: Question,
  candidates: readonly Compared[],
  { factors, none }: Weights,
): Weighed[] {
  const kept = withoutCorrected(candidates);
  const scores = kept.map((one) => START + dot(factors, featuresOf(question, one, kept)));
  const without = -(none[FAMILIES.indexOf(familyOf(question))] ?? 0);
  const most = Math.max(without, ...scores);
  const shares = scores.map((score) => Math.exp(score - most));
  const all = shares.reduce((sum, share) => sum + share, Math.exp(without - most));
  return kept
    .map((one, at) => ({ ...one, likely: (shares[at] ?? 0) / all }))
    .sort((one, other) => other.likely - one.likely);
}

function dot(factors: readonly number[], features: readonly number[]): number {
  return features.reduce((sum, value, at) => sum + value * (factors[at] ?? 0), 0);
}

/**
 * `Tuesday, no, Wednesday`: the first of the two is left out, and the second one stands where the first did: it answers what the
 * first did.
 */
export function withoutCorrected(candidates: readonly Compared[]): Compared[] {
  const inOrder = [...candidates].sort(
    (one, other) => one.ground.statement.index - other.ground.statement.index || one.from - other.from,
  );
  const gone = new Set<Candidate>();
  const heirs = new Map<Candidate, Candidate>();
  for (const [at, first] of inOrder.entries())
    for (const second of inOrder.slice(at + 1, at + 12)) {
      if (second.key === first.key || typeof first.value === 'boolean') continue;
      const between = betweenOf(first, second);
      if (between === undefined) break;
      if (!CORRECTS.test(between) && !CORRECTED.test(afterOf(second))) continue;
      gone.add(first);
      heirs.set(second, heirs.get(first) ?? first);
      break;
    }
  return candidates
    .filter((one) => !gone.has(one))
    .map((one) => {
      const heir = heirs.get(one);
      return heir ? inherited(one, heir) : one;
    });
}

function inherited(one: Compared, from: Candidate): Compared {
  const { ground } = one;
  return {
    ...one,
    ...withMonth(one, from),
    corrects: true,
    near: Math.max(one.near, from.near),
    bound: Math.max(one.bound, from.bound),
    meaning: Math.max(one.meaning, from.meaning),
    ground: {
      ...ground,
      words: Math.max(ground.words, from.ground.words),
      answers: Math.max(ground.answers, from.ground.answers),
    },
  };
}

/** `The eleventh of May`, corrected to `the twelfth`, is one of May too. */
function withMonth({ value }: Candidate, from: Candidate): Partial<Candidate> {
  const month = MONTH.exec(String(from.value))?.[0];
  const day = month !== undefined && ORDINAL.test(String(value)) ? `${value} of ${month}` : undefined;
  return day === undefined ? {} : { value: day, key: day.toLowerCase() };
}

const MONTH = /\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b/;
const ORDINAL = /^(?:\d{1,2})?(?:\p{L}+[\s-])?\p{L}*(?:st|nd|rd|th)$/u;

function afterOf({ ground: { statement }, from, length }: Candidate): string {
  return statement.text.slice(from + length, from + length + 20);
}

/** What is said between two values; undefined if that is too much to be a correction. */
function betweenOf(first: Candidate, second: Candidate): string | undefined {
  const [one, other] = [first.ground.statement, second.ground.statement];
  const end = first.from + first.length;
  if (one === other) {
    const between = one.text.slice(end, second.from);
    return second.from >= end && between.length <= NEAR_CORRECTION ? `${between} ` : undefined;
  }
  if (other.index !== one.index + 1) return undefined;
  const between = `${one.text.slice(end)} ${other.text.slice(0, second.from)}`;
  return between.length <= NEAR_CORRECTION ? `${between} ` : undefined;
}
