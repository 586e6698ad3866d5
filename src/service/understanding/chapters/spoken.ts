import { depths, weighted } from './cohesion.ts';
import { contentStems, type Sentence } from './sentences.ts';
import type { Candidate } from './types.ts';
import type { Weights } from './weights.ts';

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
export function spokenCandidates(
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
      (before.speaker === after.speaker ? 0 : weights.speaker);
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
