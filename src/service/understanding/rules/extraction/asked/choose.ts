import type { Passage } from '../types.ts';
import type { Question } from './questions.ts';
import type { Weighed } from './weigh.ts';
import type { Weights } from './weights.ts';

/** The answer to a field's question. */
export interface Asked {
  readonly value: string | number | boolean;
  readonly passage: Passage;
  /** In characters of the passage. */
  readonly from: number;
  readonly length: number;
  /** 0..1: how likely it is right. */
  readonly likely: number;
}

/** What a file's statements answer: a value, or the values between which nothing tells; fields without either are left out. */
export interface Answers {
  readonly found: ReadonlyMap<string, Asked>;
  readonly torn: ReadonlyMap<string, readonly Asked[]>;
}

/** A value of a question, from all its places. */
export interface Sum {
  /** Its best place. */
  readonly best: Weighed;
  /** 0..1: how likely it is the answer. */
  readonly likely: number;
}

/** The values of a question, each once, the most likely first. */
export function distinct(all: readonly Weighed[]): Sum[] {
  const sums = new Map<string, Sum>();
  for (const one of all) {
    const known = sums.get(one.key);
    sums.set(one.key, { best: known?.best ?? one, likely: (known?.likely ?? 0) + one.likely });
  }
  return [...sums.values()].sort((one, other) => other.likely - one.likely);
}

/** Two values are about equally likely from this ratio on: neither is the answer. */
export const EVEN = 0.8;
/** Others that are nearly as likely are named with them. */
const NAMED = 0.6;

/** Decides between the values of each question. */
export function answersOf(
  all: readonly { question: Question; all: readonly Weighed[] }[],
  { least }: Weights,
): Answers {
  const found = new Map<string, Asked>();
  const torn = new Map<string, readonly Asked[]>();
  for (const { question, all: own } of all) {
    const [first, ...others] = distinct(own);
    if (!first) continue;
    const only = question.plain ? onlyOf(own) : undefined;
    if (only) {
      if (only.length === 1) for (const one of only) found.set(question.path, askedOf(one));
      else torn.set(question.path, only.map(askedOf));
      continue;
    }
    const equal = others.filter(
      (other) => other.likely >= EVEN * first.likely || haveTwins(own, first, other),
    );
    const even = equal.length > 0;
    const named = [
      first,
      ...others.filter((one) => equal.includes(one) || one.likely >= NAMED * first.likely),
    ];
    if (first.likely >= least && !even) found.set(question.path, askedOf(first));
    else if (even && named.reduce((sum, { likely }) => sum + likely, 0) >= least)
      torn.set(question.path, named.map(askedOf));
  }
  return { found, torn };
}

/** Whether two values stand side by side, so that only a reader could tell: `it is open, then closed`, `40 or 60 euros`. */
function haveTwins(all: readonly Weighed[], first: Sum, second: Sum): boolean {
  const of = ({ best }: Sum) => all.filter(({ key }) => key === best.key);
  const least = first.best.likely / 2;
  return of(first).some(
    (one) => one.likely >= least && of(second).some((other) => areTwins(one, other, other.likely >= least)),
  );
}

/** @param likely whether both are */
function areTwins(one: Weighed, other: Weighed, likely: boolean): boolean {
  if (one.ground.statement !== other.ground.statement || one.type !== other.type) return false;
  if (one.fit !== other.fit || one.fit < WHOLE || one.type === 'phrase' || one.type === 'polarity')
    return false;
  const [first, last] = one.from < other.from ? [one, other] : [other, one];
  if (EITHER.test(first.ground.statement.text.slice(first.from + first.length, last.from))) return true;
  const most = one.type === 'choice' ? 0.5 : 0.1;
  return likely && Math.abs(one.near - other.near) < most && Math.abs(one.bound - other.bound) < most;
}

const EITHER = /^,?\s*or\s+(?:\p{L}+\s+)?$/iu;

/** All values that suit a field wholly, in the order of the talk; undefined without any. */
function onlyOf(all: readonly Weighed[]): Sum[] | undefined {
  const whole = all.filter(({ fit }) => fit >= WHOLE);
  const at = ({ best: { ground, from } }: Sum) => ground.statement.index * 1e4 + from;
  return whole.length > 0 ? distinct(whole).sort((one, other) => at(one) - at(other)) : undefined;
}

const WHOLE = 0.9;

function askedOf({
  best: {
    value,
    ground: { statement },
    from,
    length,
  },
  likely,
}: Sum): Asked {
  return { value, passage: statement.passage, from: statement.from + from, length, likely };
}
