/**
 * The judge without a language model: lines become candidates (candidates.ts), are compared with the rubric by cues,
 * meaning and words (compare.ts), and those above a bound go out as moments, with fields (fields.ts).
 */

import type { Criterion } from '../../../../../contract/index.ts';
import type { TextEncoder } from '../../../models/embeddings/port.ts';
import type { LineReader } from '../../../models/embeddings/reading.ts';
import { type BoundedRange, boundsOf, type LineRange } from '../boundaries.ts';
import { CUES, cues, type ReadLine } from '../cues/index.ts';
import type { Evidence, Judge, JudgedMoment, Judgement, JudgeRequest } from '../port.ts';
import { absenceOf, passesSpeakers, quotesOf, speakersOf, titleOf } from '../quotes.ts';
import { type Rubric, readRubric } from '../rubric.ts';
import { type Candidate, candidatesOf, type Features, readLines, strengthsOf } from './candidates.ts';
import { comparisonOf, readWith } from './compare.ts';
import type { FieldReader } from './fields.ts';
import { BOUND, type Weights, weights } from './weights.ts';

/** Lines that meet a rubric, and how likely. */
interface Chosen extends LineRange {
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

/** Which weights hold for a candidate: what its rubric asks for decides, and whether it was read, or compared in meaning at least. */
function weightsFor({ read, near, best, rubric: likeness }: Features, rubric: Rubric): keyof Weights {
  const kind = kindOf(rubric);
  if (read !== 0 || kind === 'answered' || kind === 'unanswered') return kind;
  return near !== 0 || best !== 0 || likeness !== 0 ? `${kind}Unread` : `${kind}Alone`;
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
  const { cue, near, best, rubric, words, read, below } = features;
  return [1, cue, near, best, rubric, words, cue * near, read, below];
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

const BEGINS = /\b(?:starts?|begins?|beginning|onset|opening)\b/;
const ENDS = /\b(?:ends?|ending|finish\w*|closing|conclusion)\b/;
/** Less than this is no place. */
const SURE = 0.5;

/**
 * The named times of a moment, where their description names its beginning, its end, or a cue that one of its lines
 * has. Others are left out; undefined if a required one is.
 */
function anchorsOf(
  { anchors = {} }: Criterion,
  range: BoundedRange,
  evidence: readonly Evidence[],
  lines: readonly ReadLine[],
): Record<string, number> | undefined {
  const found: Record<string, number> = {};
  for (const [name, { required, description = '' }] of Object.entries(anchors)) {
    const time = timeOf(`${name.replaceAll('_', ' ')} ${description}`.toLowerCase(), range, evidence, lines);
    if (time !== undefined) found[name] = Math.min(range.end, Math.max(range.start, time));
    else if (required) return undefined;
  }
  return found;
}

function timeOf(
  asked: string,
  { from, to, start, end }: BoundedRange,
  evidence: readonly Evidence[],
  lines: readonly ReadLine[],
): number | undefined {
  const inside = lines.slice(from, to + 1);
  const places = cues
    .filter((cue) => !cue.qualifies && cue.asked.test(asked))
    .flatMap((cue) => strengthsOf(cue, inside).map((strength, at) => ({ strength, at })))
    .filter(({ strength }) => strength >= SURE)
    .sort((one, other) => other.strength - one.strength);
  const line = places[0] && evidence[from + places[0].at];
  if (line) return ENDS.test(asked) ? line.end : line.start;
  if (ENDS.test(asked)) return end;
  return BEGINS.test(asked) ? start : undefined;
}

/** Increase it whenever the ranking changes. */
const RANKING = 7;

/** What lines are compared with a rubric by, besides their words. */
export interface Meaning {
  readonly encoder: TextEncoder;
  /** Undefined where it is not installed: it comes with the packaged encoder. */
  readonly reader: LineReader | undefined;
}

/**
 * Ranks the lines of a file by cues in what was said, by likeness in meaning, by reading them with the rubric, and by words in
 * common with it. Nothing is interpreted: reasons are quotes.
 * @param meaning undefined where it is not installed: cues and words alone then decide
 */
export function rankingJudge(meaning: Meaning | undefined): Judge {
  const encoder = meaning?.encoder;
  return {
    version: `${RANKING}.${CUES}${encoder ? ` ${encoder.model}` : ''}`,
    judgedBy: 'ranking',
    judge: async (request, signal) => {
      const evidence = request.evidence.filter(({ signal: own }) => request.signals.includes(own));
      const own = { ...request, evidence };
      const compared = evidence.some(({ vector }) => vector) ? meaning : undefined;
      const comparison = await comparisonOf(readRubric(request.criterion), compared?.encoder, signal);
      const reader = compared?.reader;
      const read = reader && (await readWith(reader, request.criterion, evidence, comparison, signal));
      const candidates = candidatesOf(evidence, comparison, read);
      const moments = momentsOf(own, comparison.rubric, candidates, await fieldReader(own, encoder, signal));
      return {
        moments,
        findings: moments.length === 0 ? [absenceOf(own)] : [],
        notes: notesOf(evidence, encoder),
      } satisfies Judgement;
    },
  };
}

/**
 * What reads the fields of a moment; undefined where the rubric asks for none. It loads dictionaries of names, which takes
 * longer than everything else at the start of a service.
 */
async function fieldReader(
  { criterion, evidence }: JudgeRequest,
  encoder: TextEncoder | undefined,
  signal: AbortSignal,
): Promise<FieldReader | undefined> {
  const { moment_schema: schema } = criterion;
  return schema ? (await import('./fields.ts')).fieldsReader(schema, evidence, encoder, signal) : undefined;
}

function momentsOf(
  request: JudgeRequest,
  rubric: Rubric,
  candidates: readonly Candidate[],
  readFields: FieldReader | undefined,
): JudgedMoment[] {
  const { evidence } = request;
  const lines = readLines(evidence);
  const chosen = chosenOf(candidates, rubric, lines);
  const moments: JudgedMoment[] = [];
  for (const one of chosen) {
    const bounds = boundsOf(request, one);
    // A neighbour may have grown over it.
    if (!bounds || bounds.start < (moments.at(-1)?.end ?? 0)) continue;
    const moment = momentOf(request, one, bounds, lines, readFields);
    if (moment) moments.push(moment);
  }
  return moments;
}

function momentOf(
  { criterion, evidence, speakerFilter }: JudgeRequest,
  { from, to, rank }: Chosen,
  range: BoundedRange,
  lines: readonly ReadLine[],
  readFields: FieldReader | undefined,
): JudgedMoment | undefined {
  const inside = evidence.filter(({ start, end }) => start < range.end && end > range.start);
  const speakers = speakersOf(inside);
  const anchors = anchorsOf(criterion, range, evidence, lines);
  const proof = evidence.slice(from, to + 1).filter(({ start }) => start < range.end);
  if (!anchors || !passesSpeakers(speakers, speakerFilter)) return undefined;
  const data = readFields?.(proof);
  return {
    start: range.start,
    end: range.end,
    title: titleOf(proof, criterion.name),
    reason: quotesOf(proof),
    rank,
    ...scoreOf(criterion.scoring, rank),
    evidence: proof.map(({ index }) => index),
    speakers,
    ...(Object.keys(anchors).length > 0 && { anchors }),
    ...(data && { data }),
  };
}

/** The rank on the scale of the rubric. */
function scoreOf(scoring: JudgeRequest['criterion']['scoring'], rank: number): { score?: number } {
  if (!scoring) return {};
  const { min, max, higher_is_better: higher = true } = scoring;
  return { score: min + (max - min) * (higher ? rank : 1 - rank) };
}

function notesOf(evidence: readonly Evidence[], encoder: TextEncoder | undefined): string[] {
  // An encoder that reads other languages gives their lines vectors.
  const foreign = evidence.filter(({ language = 'en', vector }) => language !== 'en' && !vector);
  return [
    ...(foreign.length === 0
      ? []
      : [
          `${foreign.length} of ${evidence.length} lines are not in English; they were compared with the rubric by their words alone.`,
        ]),
    ...(encoder
      ? []
      : ['No text encoder is in use; lines were compared with the rubric by cues and words alone.']),
  ];
}
