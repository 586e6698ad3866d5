import { roleOf } from './roles.ts';
import { contentStems, type Sentence, sentencesOf } from './sentences.ts';
import type { Candidate, ChapterEvidence, ChapterWish, ColouredShot, ShownText } from './types.ts';
import { type Weights, weightsFor } from './weights.ts';

/** Contents of a unit (a sentence, a shot): the amount of each word, or of each colour. */
type Bag = ReadonlyMap<string, number>;

/**
 * How deeply cohesion dips between each unit and the next, after TextTiling (M. A. Hearst, "TextTiling: Segmenting Text
 * into Multi-paragraph Subtopic Passages", Computational Linguistics 23(1), 1997): the cosine of the blocks on both
 * sides of each gap, compared with the nearest peaks to the left and right. Differences: gaps lie between sentences,
 * not between runs of 20 words; a peak is the highest cosine before one falls below the gap's own, so that a small bump
 * on the way up does not hide it.
 * @param block size of a block, as measured by `size`
 * @returns one number per gap, 0 (no dip) to 2; one fewer than units
 */
function depths(bags: readonly Bag[], block: number, size: (bag: Bag) => number): number[] {
  const blockFrom = blocksOf(bags, bags.map(size), block);
  const cosines = bags.slice(1).map((_, gap) => cosine(blockFrom(gap, -1), blockFrom(gap + 1, 1)));
  const left = peaks(cosines);
  const right = peaks(cosines.toReversed()).toReversed();
  return cosines.map((own, gap) => (left[gap] ?? own) + (right[gap] ?? own) - 2 * own);
}

/**
 * Sums the units from one on, in either direction, until the block is full. Empty units are skipped at no cost: a film
 * may have any number of them.
 */
function blocksOf(bags: readonly Bag[], sizes: readonly number[], block: number) {
  const filled = (at: number) => (sizes[at] ?? 0) > 0;
  const [before, after] = [new Int32Array(bags.length), new Int32Array(bags.length)];
  for (let at = 0; at < bags.length; at += 1) before[at] = filled(at) ? at : (before[at - 1] ?? -1);
  for (let at = bags.length - 1; at >= 0; at -= 1) after[at] = filled(at) ? at : (after[at + 1] ?? -1);
  return (from: number, step: 1 | -1): Map<string, number> => {
    const next = step === 1 ? after : before;
    const sum = new Map<string, number>();
    let held = 0;
    for (let at = next[from] ?? -1; at >= 0 && held < block; at = next[at + step] ?? -1) {
      for (const [name, amount] of bags[at] ?? []) sum.set(name, (sum.get(name) ?? 0) + amount);
      held += sizes[at] ?? 0;
    }
    return sum;
  };
}

/** The peak visible to the left of each gap, its own cosine included, in one pass over all of them. */
function peaks(cosines: readonly number[]): number[] {
  const seen: { own: number; peak: number }[] = [];
  return cosines.map((own) => {
    let peak = own;
    for (let last = seen.at(-1); last !== undefined && last.own >= own; last = seen.at(-1)) {
      peak = Math.max(peak, last.peak);
      seen.pop();
    }
    seen.push({ own, peak });
    return peak;
  });
}

function cosine(one: Bag, other: Bag): number {
  let product = 0;
  for (const [name, amount] of one) product += amount * (other.get(name) ?? 0);
  const lengths = length(one) * length(other);
  return lengths > 0 ? product / lengths : 0;
}

function length(bag: Bag): number {
  let sum = 0;
  for (const amount of bag.values()) sum += amount * amount;
  return Math.sqrt(sum);
}

/**
 * Counts the items of each unit. Items that are everywhere weigh little, as in tf-idf: count times log(1 + units /
 * units with it).
 */
function weighted(units: readonly (readonly string[])[]): Bag[] {
  const having = new Map<string, number>();
  for (const unit of units) for (const name of new Set(unit)) having.set(name, (having.get(name) ?? 0) + 1);
  return units.map((unit) => {
    const bag = new Map<string, number>();
    for (const name of unit) {
      const weight = Math.log(1 + units.length / (having.get(name) ?? 1));
      bag.set(name, (bag.get(name) ?? 0) + weight);
    }
    return bag;
  });
}

/** Seconds before its first word at which a chapter starts, if there is a pause. */
const LEAD = 0.5;
/** A pause of this many seconds has full weight. */
const LONG_PAUSE = 3;
/**
 * Block sizes to average, relative to the block: small ones find the place, large ones the subject. On the narrated
 * test film no single size found both changes with such a margin.
 */
const SCALES = [0.5, 1, 2];
/** Sentences on each side in which words of the prompt are counted. */
const PROMPT_REACH = 5;

/**
 * The gaps between sentences as candidates, scored by the depth of their cohesion dip, their pause and a change of
 * speaker. Words of the prompt count where they start or stop: between a sentence that has one and one that has none,
 * by the difference between their shares in the five sentences before and the five after.
 */
function spokenCandidates(
  sentences: readonly Sentence[],
  prompt: ReadonlySet<string>,
  weights: Weights,
): Candidate[] {
  const stems = sentences.map(({ text }) => contentStems(text));
  const dips = meanDips(stems, weights.block);
  const related = stems.map((own) => own.some((stem) => prompt.has(stem)));
  return dips.flatMap((dip, gap) => {
    const [before, after] = [sentences[gap], sentences[gap + 1]];
    if (!before || !after) return [];
    const pause = Math.max(0, after.start - before.end);
    const score =
      weights.speech * dip +
      weights.pause * Math.min(1, pause / LONG_PAUSE) +
      (before.speaker === after.speaker ? 0 : weights.speaker) +
      (roleOf(after.text).turns ? weights.turn : 0) -
      (/[?？]\W*$/u.test(before.text) ? weights.answer : 0);
    const time = Math.max(after.start - LEAD, after.start - pause / 2);
    return [{ time, score, prompted: weights.prompt * turn(related, gap) }];
  });
}

/** The dip at each gap. Near the ends, where a block is not full, it counts in proportion. */
function meanDips(stems: readonly (readonly string[])[], { share, least, most }: Weights['block']): number[] {
  const bags = weighted(stems);
  const sizes = new Map(bags.map((bag, at) => [bag, stems[at]?.length ?? 0]));
  const words = stems.reduce((sum, own) => sum + own.length, 0);
  const block = Math.min(most, Math.max(least, words * share));
  const scales = SCALES.map((scale) => depths(bags, scale * block, (bag) => sizes.get(bag) ?? 0));
  let before = 0;
  return stems.slice(1).map((_, gap) => {
    before += stems[gap]?.length ?? 0;
    const sum = scales.reduce((total, dips) => total + (dips[gap] ?? 0), 0);
    return (sum / SCALES.length) * Math.min(1, before / block, (words - before) / block);
  });
}

/** How much sentences with words of the prompt start or stop between sentence `gap` and the next: 0 to 1. */
function turn(related: readonly boolean[], gap: number): number {
  if (related[gap] === related[gap + 1]) return 0;
  const before = share(related.slice(Math.max(0, gap + 1 - PROMPT_REACH), gap + 1));
  const after = share(related.slice(gap + 1, gap + 1 + PROMPT_REACH));
  return Math.max(0, related[gap + 1] ? after - before : before - after);
}

function share(of: readonly boolean[]): number {
  return of.filter(Boolean).length / Math.max(1, of.length);
}

/** A visual change. Times in seconds. */
interface SeenChange {
  readonly time: number;
  readonly strength: number;
}

/** Number of shots on each side whose colours are compared. */
const BLOCK_SHOTS = 3;
/** Text counts as changed if less than this share of it stays. */
const STAYING = 0.5;
/** Texts that change within this many seconds change together: frames are 2.5 to 10 seconds apart. */
const TOGETHER = 1;

/** The cuts of a film, each with the depth (0 to 2) of the dip in the colours around it. */
function cutChanges(shots: readonly ColouredShot[]): SeenChange[] {
  const dips = depths(
    shots.map(({ colours }) => colours),
    BLOCK_SHOTS,
    () => 1,
  );
  return shots.slice(1).map(({ start }, gap) => ({ time: start, strength: dips[gap] ?? 0 }));
}

/** Where the on-screen text changes: at least half of it is gone, and there is new text. */
function textChanges(texts: readonly ShownText[]): SeenChange[] {
  const starts = [...new Set(texts.map(({ start }) => start))].sort((one, other) => one - other);
  return starts.slice(1).flatMap((start, index) => {
    const before = starts[index] ?? start;
    if (start - before < TOGETHER) return [];
    const old = shownAt(texts, before);
    const now = shownAt(texts, start);
    const kept = [...now].filter((text) => old.has(text)).length;
    if (kept > STAYING * Math.max(old.size, now.size)) return [];
    const gone = texts.reduce((last, { end }) => (end < start ? Math.max(last, end) : last), before);
    return [{ time: (gone + start) / 2, strength: 1 }];
  });
}

function shownAt(texts: readonly ShownText[], time: number): Set<string> {
  return new Set(texts.filter(({ start, end }) => start <= time && time <= end).map(({ text }) => text));
}

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
  if (weights.heading > 0) {
    const changes = textChanges(evidence.headings).map((change) => weigh(change, weights.heading));
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
