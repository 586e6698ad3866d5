/**
 * Chapters of a file: candidates where the speaker, the picture or the subject changes, weighed, and the best set of
 * them by spacing. Lines and shots come in; times go out.
 */

import { type Candidates, candidatesOf, promptStems } from './candidates.ts';
import type { Candidate, ChapterEvidence, ChapterWish } from './types.ts';

/** Maximum number of candidates; the strongest are kept. */
const MOST_CANDIDATES = 4000;

/** Constraints on the choice of boundaries. */
interface Choice {
  /** Minimum seconds between boundaries, and between them and the window's ends. */
  readonly spacing: number;
  /** The window. Seconds. */
  readonly start: number;
  readonly end: number;
  /** Minimum and maximum number of boundaries. There are fewer than `least` if the candidates do not allow more. */
  readonly least: number;
  readonly most: number;
  /** Beyond `least`, a boundary must be stronger than this. */
  readonly threshold: number;
}

/**
 * Chooses the boundaries with the largest total strength, by dynamic programming over their number and the candidates,
 * so that a weaker boundary never displaces a stronger later one. Seconds, in order.
 */
function chooseBoundaries(candidates: readonly Candidate[], choice: Choice): number[] {
  const { spacing, start, end, most, least, threshold } = choice;
  const fits = candidates.filter(({ time }) => time >= start + spacing && time <= end - spacing);
  const points = strongest(fits);
  let row = points.map(strengthOf);
  const trails: Int32Array[] = [];
  let best = { count: 0, sum: least > 0 ? Number.NEGATIVE_INFINITY : 0, at: -1 };
  for (let count = 1; count <= most; count += 1) {
    const at = indexOfMost(row);
    if (at < 0) break;
    const sum = (row[at] ?? 0) - count * threshold;
    if (count <= least || sum > best.sum) best = { count, sum, at };
    const next = extend(points, row, spacing);
    trails.push(next.trail);
    row = next.row;
  }
  return walkBack(points, trails, best);
}

function strengthOf({ score, prompted }: Candidate): number {
  return score + prompted;
}

function strongest(candidates: readonly Candidate[]): Candidate[] {
  return [...candidates]
    .sort((one, other) => strengthOf(other) - strengthOf(one))
    .slice(0, MOST_CANDIDATES)
    .sort((one, other) => one.time - other.time);
}

const NONE = Number.NEGATIVE_INFINITY;

/** The best sums with one more boundary, for each last point, and the boundary before it. */
function extend(points: readonly Candidate[], row: readonly number[], spacing: number) {
  const trail = new Int32Array(points.length).fill(-1);
  let [reached, best, bestAt] = [0, NONE, -1];
  const sums = points.map((point, at) => {
    while (reached < at && (points[reached]?.time ?? 0) <= point.time - spacing) {
      const sum = row[reached] ?? NONE;
      if (sum > best) [best, bestAt] = [sum, reached];
      reached += 1;
    }
    trail[at] = bestAt;
    return best === NONE ? NONE : best + strengthOf(point);
  });
  return { row: sums, trail };
}

function indexOfMost(row: readonly number[]): number {
  let best = -1;
  for (const [at, sum] of row.entries()) if (sum !== NONE && sum > (row[best] ?? NONE)) best = at;
  return best;
}

function walkBack(
  points: readonly Candidate[],
  trails: readonly Int32Array[],
  { count, at }: { count: number; at: number },
): number[] {
  const times: number[] = [];
  for (let left = count - 1, point = at; left >= 0 && point >= 0; left -= 1) {
    times.unshift(points[point]?.time ?? 0);
    point = trails[left - 1]?.[point] ?? -1;
  }
  return times;
}

export type * from './types.ts';

/** A chapter. Times in seconds. */
interface Chapter {
  readonly start: number;
  readonly end: number;
}

/** The chapters, with notes for the user; or why there are none. */
export type Chapters =
  | { readonly chapters: readonly Chapter[]; readonly notes: readonly string[] }
  | { readonly reason: string };

/** Shortest chapter, in seconds. */
export const SHORTEST_CHAPTER = 3;
/** Maximum number of chapters, whatever the request says. */
const MOST_CHAPTERS = 500;

/** Upper bounds, in seconds, for the shortest chapter if no number is requested. */
const SHORTEST_AUTOMATIC = { transcript: 15, balanced: 15, comprehensive: 8 };

/**
 * Makes chapters from content. They cover the window without gaps, and each lasts at least 3 seconds. A chapter starts
 * where the subject changes, by lexical cohesion, supported by pauses, speakers, cuts, on-screen text
 * and the media's own chapters, depending on the strategy (see weights.ts).
 *
 * Without numbers, a boundary's strength must exceed both a fixed minimum and the mean of all candidates plus a part of
 * their standard deviation (like TextTiling's cutoff). `number` gives an exact count, `min` and `max` bound it; if the
 * media does not allow as many, there are fewer, and a note says so.
 *
 * The words of a prompt (stemmed, without stop words) pull boundaries to where they start or stop being spoken: see
 * spoken.ts. Nothing else of a prompt is understood; if none of its words is spoken it changes nothing, and a note says
 * so.
 */
export function findChapters(evidence: ChapterEvidence, wish: ChapterWish): Chapters {
  const candidates = candidatesOf(evidence, wish);
  const reason = whyNone(evidence, wish);
  if (reason !== undefined) return { reason };
  const boundaries = choose(candidates, wish);
  const starts = [wish.start, ...boundaries];
  const chapters = starts.map((start, at) => ({ start, end: starts[at + 1] ?? wish.end }));
  return { chapters, notes: notesOn(chapters.length, candidates, wish) };
}

function whyNone({ speech, shots, texts, marks }: ChapterEvidence, wish: ChapterWish): string | undefined {
  const inside = ({ start, end }: Chapter) => end > wish.start && start < wish.end;
  const said = speech.some(inside);
  const marked = marks.some((time) => time > wish.start && time < wish.end);
  const instead = 'use strategy uniform or manual instead';
  if (wish.strategy === 'transcript')
    return said ? undefined : `no speech was recognised, and chapters by transcript need speech; ${instead}`;
  if (said || marked || shots.length > 1 || texts.filter(inside).length > 1) return undefined;
  return `no speech was recognised and no scene change was found, so there is nothing to make chapters from; ${instead}`;
}

function choose(candidates: Candidates, wish: ChapterWish): number[] {
  const { number, min = 1, max = MOST_CHAPTERS } = wish;
  const most = Math.min(MOST_CHAPTERS, number ?? max) - 1;
  const least = Math.min(most, (number ?? min) - 1);
  const { all, weights } = candidates;
  const window = { start: wish.start, end: wish.end };
  const threshold = thresholdOf(candidates);
  let boundaries: number[] = [];
  for (const spacing of spacings(wish, weights.enough)) {
    const choice = { ...window, spacing: Math.max(SHORTEST_CHAPTER, spacing), least, most, threshold };
    boundaries = chooseBoundaries(all, choice);
    if (boundaries.length >= least) break;
  }
  return boundaries.map((time) => Math.round(time * 1000) / 1000);
}

/** Spacings to try, widest first, so that requested chapters do not cluster. */
function spacings({ number, max = 1, strategy, start, end }: ChapterWish, enough: number): number[] {
  const seconds = end - start;
  if (number !== undefined) return [seconds / (3 * number), seconds / (8 * number), SHORTEST_CHAPTER];
  const shortest = Math.min(SHORTEST_AUTOMATIC[strategy], seconds / 8);
  return [Math.max(shortest, seconds / Math.max(enough, max)), SHORTEST_CHAPTER];
}

/** Scores are capped here: an even stronger mark must not raise the threshold for the rest. */
const CLEAR = 0.6;
/** Changes almost as strong as the strongest pass: if all are equal, none is above the mean. */
const ALMOST = 0.9;

function thresholdOf({ all, weights }: Candidates): number {
  const scores = all.map(({ score }) => Math.min(score, CLEAR));
  const count = Math.max(1, scores.length);
  const mean = scores.reduce((sum, score) => sum + score, 0) / count;
  const spread = Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / count);
  const most = scores.reduce((best, score) => Math.max(best, score), 0);
  return Math.max(weights.least, Math.min(mean + weights.above * spread, ALMOST * most));
}

function notesOn(count: number, { prompted }: Candidates, wish: ChapterWish): string[] {
  const notes: string[] = [];
  const wanted = wish.number ?? wish.min ?? 1;
  if (count < wanted)
    notes.push(
      `the media allows ${count} ${count === 1 ? 'chapter' : 'chapters'}, but ${wanted} were requested`,
    );
  if (promptStems(wish.prompt).size > 0 && !prompted)
    notes.push('no word of the prompt was recognised in the speech, so it changed nothing');
  return notes;
}
