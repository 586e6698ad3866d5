import type { TextEncoder } from '../../embeddings/port.ts';
import { absenceOf } from '../absence.ts';
import { type BoundedRange, boundsOf } from '../boundaries.ts';
import { CUES, type ReadLine } from '../cues/index.ts';
import type { Evidence, Judge, JudgedMoment, Judgement, JudgeRequest } from '../port.ts';
import { quotesOf, titleOf } from '../quotes.ts';
import { readRubric } from '../rubric.ts';
import { passesSpeakers, speakersOf } from '../speakers.ts';
import { anchorsOf } from './anchors.ts';
import { candidatesOf, readLines } from './candidates.ts';
import { type Chosen, chosenOf } from './choose.ts';
import { type Comparison, comparisonOf } from './compare.ts';
import type { FieldReader } from './fields.ts';

/** Increase it whenever the ranking changes. */
const RANKING = 5;

/**
 * Ranks the lines of a file by cues in what was said, by likeness in meaning, and by words in common with the rubric.
 * Nothing is interpreted: reasons are quotes.
 * @param encoder undefined where none is installed: cues and words alone then decide
 */
export function rankingJudge(encoder: TextEncoder | undefined): Judge {
  return {
    version: `${RANKING}.${CUES}${encoder ? ` ${encoder.model}` : ''}`,
    judgedBy: 'ranking',
    judge: async (request, signal) => {
      const evidence = request.evidence.filter(({ signal: own }) => request.signals.includes(own));
      const own = { ...request, evidence };
      const compared = evidence.some(({ vector }) => vector) ? encoder : undefined;
      const comparison = await comparisonOf(readRubric(request.criterion), compared, signal);
      const moments = momentsOf(own, comparison, await fieldReader(own, encoder, signal));
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
  comparison: Comparison,
  readFields: FieldReader | undefined,
): JudgedMoment[] {
  const { evidence } = request;
  const lines = readLines(evidence);
  const chosen = chosenOf(candidatesOf(evidence, comparison), comparison.rubric, lines);
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
    title: titleOf(proof[0]?.text ?? ''),
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
