import { cutChanges, type SeenChange, textChanges } from './seen.ts';
import { contentStems, type Sentence, sentencesOf } from './sentences.ts';
import { spokenCandidates } from './spoken.ts';
import type { Candidate, ChapterEvidence, ChapterWish } from './types.ts';
import { type Weights, weightsFor } from './weights.ts';

/** A visual change this close to the end of a sentence belongs to it, in seconds. */
const NEAR = 2;
/** The same for on-screen text, which is read from frames some seconds apart. */
const NEAR_TEXT = 4;
/** Letters of a prompt that are read. */
const PROMPT_LETTERS = 4000;

/** All candidates for chapter starts, in order of time, with their weights. */
export interface Candidates {
  readonly all: readonly Candidate[];
  readonly weights: Weights;
  /** Whether any word of the prompt was spoken. */
  readonly prompted: boolean;
}

/**
 * Collects the evidence. A cut or mark within 2 seconds of the end of a sentence moves that candidate to itself and
 * strengthens it; in the middle of a sentence, only a mark is a candidate.
 */
export function candidatesOf(evidence: ChapterEvidence, wish: ChapterWish): Candidates {
  const inside = ({ start, end }: { start: number; end: number }) => end > wish.start && start < wish.end;
  const sentences = sentencesOf(evidence.speech.filter(inside));
  const weights = weightsFor(wish.strategy, sentences.length > 0);
  const prompt = promptStems(wish.prompt);
  let all = spokenCandidates(sentences, prompt, weights);
  const weigh = (change: SeenChange, weight: number) => ({ ...change, strength: change.strength * weight });
  if (weights.cut > 0) {
    const cuts = cutChanges(evidence.shots.filter(inside));
    const strengths = cuts.map(({ time, strength }) => ({
      time,
      strength: weights.cut + weights.colours * strength,
    }));
    all = join(all, strengths, { near: NEAR, moves: true, sentences });
  }
  if (weights.text > 0) {
    const changes = textChanges(evidence.texts).map((change) => weigh(change, weights.text));
    all = join(all, changes, { near: NEAR_TEXT, moves: false, sentences });
  }
  if (weights.mark > 0) {
    const marks = evidence.marks.map((time) => ({ time, strength: weights.mark }));
    all = join(all, marks, { near: NEAR, moves: true, sentences: [] });
  }
  const said = sentences.some(({ text }) => contentStems(text).some((stem) => prompt.has(stem)));
  const kept = all.filter(({ time }) => time > wish.start && time < wish.end);
  return { all: kept.sort((one, other) => one.time - other.time), weights, prompted: said };
}

/** The stems of a prompt. */
export function promptStems(prompt: string | undefined): Set<string> {
  return new Set(contentStems((prompt ?? '').slice(0, PROMPT_LETTERS)));
}

interface Joining {
  /** Seconds. */
  readonly near: number;
  /** Whether the change has a better time than the candidate. */
  readonly moves: boolean;
  /** Changes inside these sentences do not become candidates. */
  readonly sentences: readonly Sentence[];
}

/** Adds each change to the nearest candidate, at most one per candidate; a change near none becomes a candidate. */
function join(
  all: readonly Candidate[],
  changes: readonly SeenChange[],
  { near, moves, sentences }: Joining,
): Candidate[] {
  const result = [...all].sort((one, other) => one.time - other.time);
  const known = result.map(({ time }) => time);
  const given = new Map<number, SeenChange>();
  for (const change of changes) {
    const at = nearest(known, change.time);
    const distance = Math.abs((known[at] ?? Number.POSITIVE_INFINITY) - change.time);
    if (distance <= near) {
      const rival = given.get(at);
      if (!rival || rival.strength < change.strength) given.set(at, change);
    } else if (!sentences.some(({ start, end }) => start < change.time && change.time < end))
      result.push({ time: change.time, score: change.strength, prompted: 0 });
  }
  for (const [at, { time, strength }] of given) {
    const candidate = result[at];
    if (candidate) result[at] = { ...candidate, score: candidate.score + strength, ...(moves && { time }) };
  }
  return result;
}

/** The index of the nearest of some sorted times; -1 if there are none. */
function nearest(times: readonly number[], time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  const after = (times[low] ?? Number.POSITIVE_INFINITY) - time;
  const before = time - (times[low - 1] ?? Number.NEGATIVE_INFINITY);
  return low < times.length && after <= before ? low : low - 1;
}
