import type { LineRange } from '../boundaries.ts';
import type { ReadLine } from '../cues/index.ts';
import type { Rubric } from '../rubric.ts';
import type { Candidate, Features } from './candidates.ts';
import { BOUND, type Weights, weights } from './weights.ts';

/** Lines that meet a rubric, and how likely. */
export interface Chosen extends LineRange {
  /** From 0 to 1. */
  readonly rank: number;
}

/**
 * What is left of confidence above one half, in log odds. The cues were written by people who had read the labelled films;
 * where nobody had looked at what was missed, candidates said to be 0.85 sure were right in 0.6 of 31 cases.
 */
const CAUTION = 0.8;

/**
 * The rank of a line that says what a short rubric without a cue asks for, in its words (`Somebody leaves the harbour`): as
 * likely right as not. Not fitted: no labelled criterion is so short.
 */
const LITERAL = 0.5;

/** How likely a candidate meets its rubric, from 0 to 1; it is given from the bound on. */
export function rankOf({ features }: Candidate, rubric: Rubric, fitted: Weights = weights): number {
  const own = fitted[weightsFor(features, rubric)];
  const sum = inputsOf(features).reduce((total, value, at) => total + value * (own[at] ?? 0), 0);
  const rank = 1 / (1 + Math.exp(-(sum > 0 ? CAUTION * sum : sum)));
  const kind = kindOf(rubric);
  return features.literal && (kind === 'subject' || kind === 'unforeseen') ? Math.max(rank, LITERAL) : rank;
}

/** Which weights hold for a candidate: what its rubric asks for decides, and whether it could be compared in meaning. */
export function weightsFor({ near, best, rubric: likeness }: Features, rubric: Rubric): keyof Weights {
  const kind = kindOf(rubric);
  const compared = near !== 0 || best !== 0 || likeness !== 0;
  return compared || (kind !== 'said' && kind !== 'subject' && kind !== 'unforeseen') ? kind : `${kind}Alone`;
}

type Kind = 'said' | 'form' | 'answered' | 'unanswered' | 'exchange' | 'subject' | 'unforeseen';

/** What kind of thing a rubric asks for. */
export function kindOf({ wanted, subject, quoted }: Rubric): Kind {
  if (wanted.length === 0 && quoted.wanted.length > 0) return 'form';
  if (wanted.length === 0) return subject ? 'subject' : 'unforeseen';
  for (const kind of ['answered', 'unanswered'] as const)
    if (wanted.some(({ id }) => id === kind)) return kind;
  if (wanted.some(({ spans }) => spans)) return 'exchange';
  return wanted.every(({ byForm }) => byForm) ? 'form' : 'said';
}

/** The numbers that the weights belong to, in their order. */
export function inputsOf(features: Features): number[] {
  const { cue, near, best, rubric, words } = features;
  return [1, cue, near, best, rubric, words, cue * near];
}

/** The candidates above the bound; of those that overlap, the best; neighbours that belong together as one. */
export function chosenOf(
  candidates: readonly Candidate[],
  rubric: Rubric,
  lines: readonly ReadLine[],
  fitted: Weights = weights,
  bound = BOUND,
): Chosen[] {
  const ranked = candidates
    .map((one) => ({ from: one.from, to: one.to, rank: rankOf(one, rubric, fitted) }))
    .filter(({ rank }) => rank >= bound)
    .sort((one, other) => other.rank - one.rank);
  const apart: Chosen[] = [];
  for (const one of ranked)
    if (!apart.some(({ from, to }) => one.from <= to && one.to >= from)) apart.push(one);
  apart.sort((one, other) => one.from - other.from);
  const goesOn = kindOf(rubric) === 'said' || kindOf(rubric) === 'subject';
  return goesOn ? joined(apart, rubric, lines) : apart;
}

/** A subject goes on while neighbours are about it; an act goes on while the same person speaks. */
function joined(apart: readonly Chosen[], rubric: Rubric, lines: readonly ReadLine[]): Chosen[] {
  const groups: Chosen[] = [];
  for (const one of apart) {
    const last = groups.at(-1);
    const speaker = lines[one.from]?.speaker;
    const together =
      kindOf(rubric) === 'subject' || (speaker !== undefined && speaker === lines[last?.to ?? -1]?.speaker);
    if (last && last.to + 1 >= one.from && together)
      groups[groups.length - 1] = { from: last.from, to: one.to, rank: Math.max(last.rank, one.rank) };
    else groups.push(one);
  }
  return groups;
}
