import { isStopWord, tokens } from '../../../../text/split-words.ts';
import { cosine } from '../../../models/embeddings/vectors.ts';
import { type Cue, type ReadLine, strengthOf } from '../cues/index.ts';
import type { Evidence } from '../port.ts';
import type { Rubric } from '../rubric.ts';
import { type Comparison, isReadable, type Likeness, likenessOf } from './compare.ts';

/** What speaks for and against a candidate; each from 0 to 1, or a cosine. */
export interface Features {
  /** How surely the wanted cue was found. */
  readonly cue: number;
  /** Share of the examples of the wanted cues among those of all cues, by meaning. */
  readonly near: number;
  /** Likeness to the nearest example of a wanted cue. */
  readonly best: number;
  /** Likeness to the rubric. */
  readonly rubric: number;
  /** Words in common with the rubric. */
  readonly words: number;
  /** How likely it meets the rubric as the reader of lines says, from -1 to 1; 0 where it was not read. */
  readonly read: number;
  /** How much less likely that is than the most likely line of the file. */
  readonly below: number;
  /** Whether a short rubric is said nearly in its own words. */
  readonly literal: boolean;
}

/** Lines that may be a moment: positions among the lines. */
export interface Candidate {
  readonly from: number;
  readonly to: number;
  readonly features: Features;
}

/** The lines of a file, read for cues. */
export function readLines(evidence: readonly Evidence[]): ReadLine[] {
  return evidence.map(({ text, speaker, language = 'und', vector }, at) => ({
    foreign: language !== 'en' && language !== 'und',
    text: text.toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' ').trim(),
    written: text,
    speaker,
    at,
    likeness: (other) => {
      const own = evidence[other.at]?.vector;
      return vector && own ? cosine(vector, own) : undefined;
    },
  }));
}

/**
 * All candidates of a file for a rubric. Rubrics for exchanges have exchanges as candidates, others have lines.
 * @param read what `readWith` says of the lines
 */
export function candidatesOf(
  evidence: readonly Evidence[],
  comparison: Comparison,
  read: ReadonlyMap<number, number> = new Map(),
): Candidate[] {
  const { rubric } = comparison;
  const lines = readLines(evidence);
  const qualified = lines.map(() => 1);
  for (const cue of rubric.qualifiers)
    for (const [at, found] of strengthsOf(cue, lines).entries())
      qualified[at] = (qualified[at] ?? 1) * (UNQUALIFIED + (1 - UNQUALIFIED) * found);
  // What mostly comes with a wanted cue, as dates do with promises, does not speak against it.
  const apart = rubric.unwanted.filter(
    ({ id }) => !rubric.wanted.some(({ includes }) => includes?.includes(id)),
  );
  const quoted = (phrases: readonly string[], sure: number) =>
    lines.map(({ text }) => (phrases.some((one) => text.includes(one)) ? sure : 0));
  const unwanted = larger(highest(apart, lines), quoted(rubric.quoted.excluded, QUOTED + MORE_SURELY));
  const likes = evidence.map(({ vector }) => likenessOf(vector, comparison));
  const shared = lines.map((line) => sharedWords(line.text, rubric));
  const mostRead = Math.max(-1, ...read.values());
  // A line that was not read is not among the likest ones.
  const readings = evidence.map((line, at) =>
    read.size > 0 && isReadable(line) ? (read.get(at) ?? -1) : undefined,
  );
  const whole = (from: number, to: number, cue: number): Candidate => {
    const inside = <Value>(list: readonly Value[]) => list.slice(from, to + 1);
    const most = (name: keyof Likeness) => Math.max(...inside(likes).map((one) => one[name]));
    const kept = isExcluded(cue, Math.max(...inside(unwanted)), inside(likes)) ? EXCLUDED : 1;
    const gate = Math.max(...inside(qualified)) * kept;
    const ownRead = inside(readings).filter((one) => one !== undefined);
    const likely = ownRead.length > 0 ? Math.max(...ownRead) : undefined;
    return {
      from,
      to,
      features: {
        cue: kept * surer(cue, rubric.qualifiers.length === 0 ? undefined : Math.max(...inside(qualified))),
        near: most('near') * gate,
        best: most('best') * gate,
        rubric: most('rubric') * kept,
        words: Math.min(1, Math.max(...inside(shared)) / ENOUGH_WORDS) * kept,
        read: likely ?? 0,
        below: likely === undefined ? 0 : mostRead - likely,
        literal: kept === 1 && isLiteral(Math.max(...inside(shared)), rubric),
      },
    };
  };
  const spanning = rubric.wanted.filter(({ spans }) => spans);
  if (spanning.length > 0)
    return spanning.flatMap(({ spans }) =>
      (spans?.(lines) ?? []).map(({ from, to, strength }) => whole(from, to, strength)),
    );
  const wanted = larger(highest(rubric.wanted, lines), quoted(rubric.quoted.wanted, QUOTED));
  return lines.map((_, at) => whole(at, at, wanted[at] ?? 0));
}

/** How sure a phrase makes that the rubric itself quotes as an example. */
const QUOTED = 1;

function larger(one: readonly number[], other: readonly number[]): number[] {
  return one.map((value, at) => Math.max(value, other[at] ?? 0));
}

/**
 * Whether a candidate is what the rubric excludes: a cue of that is found more surely than what is asked for; or, where no cue
 * is asked for, it is more like the excluded by meaning.
 */
function isExcluded(cue: number, unwanted: number, likes: readonly Likeness[]): boolean {
  if (unwanted >= LEAST_UNWANTED && unwanted >= cue + MORE_SURELY) return true;
  return cue === 0 && likes.every(({ excluded }) => excluded > MORE_ALIKE);
}

const LEAST_UNWANTED = 0.6;
const MORE_SURELY = 0.1;
const MORE_ALIKE = 0.05;
/** What is left of a candidate that is excluded. */
const EXCLUDED = 0.1;

/** A cue with what qualifies it: without that, little is left of it; with it, it is surer than by itself. */
function surer(cue: number, qualified: number | undefined): number {
  if (qualified === undefined) return cue;
  const own = cue * qualified;
  return own >= LEAST_OWN ? own + (1 - own) * BOTH * qualified : own;
}

const BOTH = 0.4;

/** What is left of a cue that lacks what qualifies it. */
const UNQUALIFIED = 0.15;

function highest(list: readonly Cue[], lines: readonly ReadLine[]): number[] {
  const all = list.map((cue) => strengthsOf(cue, lines));
  return lines.map((_, at) => Math.max(0, ...all.map((own) => own[at] ?? 0)));
}

/** How surely a cue is found in each line. */
export function strengthsOf(
  { said, anyLanguage, written, after, among, spans }: Cue,
  lines: readonly ReadLine[],
): number[] {
  const strengths = lines.map((line, at) => {
    const read = anyLanguage || !line.foreign;
    const own = read ? Math.max(said ? strengthOf(said, line.text) : 0, written?.(line.written) ?? 0) : 0;
    const before = lines[at - 1];
    const answers = after && before && (before.speaker === undefined || before.speaker !== line.speaker);
    return answers && own >= LEAST_OWN ? own + (1 - own) * AFTER * strengthOf(after, before.text) : own;
  });
  for (const [at, strength] of (among?.(lines) ?? []).entries())
    strengths[at] = Math.max(strengths[at] ?? 0, strength);
  for (const { from, to, strength } of spans?.(lines) ?? [])
    for (let at = from; at <= to; at += 1) strengths[at] = Math.max(strengths[at] ?? 0, strength);
  return strengths;
}

/** What was said before helps only a cue that is there by itself, and by this much of what is missing. */
const LEAST_OWN = 0.25;
const AFTER = 0.5;

/** This many words in common are as good as all. */
const ENOUGH_WORDS = 2;

function sharedWords(text: string, { stems }: Rubric): number {
  const shared = new Set(
    tokens(text).flatMap(({ word, stem }) => (!isStopWord(word) && stems.has(stem) ? [stem] : [])),
  );
  return shared.size;
}

/** A rubric of so many content words is short. */
const SHORT = 6;

/** Whether so many words in common are at least half of those of a short rubric, and two. */
function isLiteral(shared: number, { stems }: Rubric): boolean {
  return stems.size <= SHORT && shared >= Math.max(2, stems.size / 2);
}
