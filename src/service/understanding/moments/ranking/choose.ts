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

/** How likely a candidate meets its rubric, from 0 to 1; from 0.5 on it is given. */
export function rankOf({ features }: Candidate, rubric: Rubric): number {
  const own = weights[kindOf(rubric)];
  const sum = inputsOf(features).reduce((total, value, at) => total + value * (own[at] ?? 0), 0);
  return 1 / (1 + Math.exp(-sum));
}

/** What a rubric asks for decides which weights hold. */
export function kindOf({ wanted }: Rubric): keyof Weights {
  if (wanted.length === 0) return 'subject';
  if (wanted.some(({ id }) => id === 'answered')) return 'answered';
  return wanted.some(({ spans }) => spans) ? 'exchange' : 'said';
}

/** The numbers that the weights belong to, in their order. */
export function inputsOf(features: Features): number[] {
  const { cue, near, best, rubric, words, unwanted } = features;
  return [1, cue, near, best, rubric, words, unwanted, cue * near];
}

/** The candidates above the bound; of those that overlap, the best; neighbours that belong together as one. */
export function chosenOf(
  candidates: readonly Candidate[],
  rubric: Rubric,
  lines: readonly ReadLine[],
): Chosen[] {
  const ranked = candidates
    .map((one) => ({ from: one.from, to: one.to, rank: rankOf(one, rubric) }))
    .filter(({ rank }) => rank >= BOUND)
    .sort((one, other) => other.rank - one.rank);
  const apart: Chosen[] = [];
  for (const one of ranked)
    if (!apart.some(({ from, to }) => one.from <= to && one.to >= from)) apart.push(one);
  apart.sort((one, other) => one.from - other.from);
  return kindOf(rubric) === 'answered' || kindOf(rubric) === 'exchange'
    ? apart
    : joined(apart, rubric, lines);
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
