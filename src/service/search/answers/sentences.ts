import type { Modality } from '../../../contract/index.ts';
import { messageOf } from '../../errors.ts';
import { tokens } from '../../text/split-words.ts';
import { readChosen } from '../../understanding/models/embeddings/reading.ts';
import { endsSentence } from '../../understanding/rules/chapters/sentences.ts';
import type { MeaningContext } from '../context.ts';
import { joined, type Marks, marksOf, NO_MARKS } from '../quotes/marks.ts';
import { shareOf, type WeightedTerm } from '../quotes/quote.ts';
import { type LineEvidence, linesAround } from '../results/evidence.ts';
import type { StoredResult } from '../results/make-result.ts';
import { nearestBefore, nearnessIn } from '../vectors/nearest.ts';
import { askedIn, holds } from './asked.ts';

/** Words that were said or shown together: a line, or the lines that a sentence runs over. Times in seconds. */
export interface SaidSentence {
  readonly lines: readonly [LineEvidence, ...LineEvidence[]];
  readonly text: string;
  readonly modality: Modality;
  readonly speaker: string | undefined;
  readonly collection_id: string;
  readonly file_id: string;
  readonly filename: string;
  readonly time: number;
  readonly end: number;
}

/** A sentence that may answer a question, with what speaks for it. */
export interface CandidateSentence {
  readonly sentence: SaidSentence;
  /** The numbers that are weighed; see `featureNames`. Without the last ones where no reader read it. */
  readonly features: readonly number[];
}

/** The names of the numbers that are weighed, in order. Those from `as read` on come from the reader. */
export const featureNames = [
  'words',
  'words around',
  'cosine',
  'cosine below the best',
  'asked before',
  'is a question',
  'holds what is asked for',
  'length',
  'speaker named',
  'on screen',
  'cosine before',
  'cosine before, and its own',
  'as read',
  'as read below the best',
] as const;

/** What a question is compared with. */
export interface QuestionAsked {
  /** As searched for: with the question before, where it needs that. */
  readonly query: string;
  /** The last question alone. */
  readonly last: string;
  readonly terms: readonly WeightedTerm[];
}

/** Seconds around quotes whose sentences are looked at. */
const AROUND = 10;
/** Words of a sentence that is long enough to say something. */
const LONG = 12;
const ASKS = /\?["'”’)]?$/;

/**
 * The sentences that results quote and those around them, file after file, each in order of time.
 * @param results the best ones, with quotes
 * @returns undefined where they cannot be compared by meaning on the scale that the weights were fitted with
 */
export async function candidateSentences(
  ctx: MeaningContext,
  asked: QuestionAsked,
  results: readonly StoredResult[],
  signal: AbortSignal,
): Promise<CandidateSentence[] | undefined> {
  const nearness = await nearnessIn(ctx, asked.query, spansOf(results), signal);
  if (!nearness) return undefined;
  const files = await sentencesAround(ctx, results);
  const cosines = new Map(files.flat().map((sentence) => [sentence, nearness(sentence) ?? 0]));
  const best = Math.max(-1, ...cosines.values());
  const read = await readSentences(ctx, asked.query, files, signal);
  const bestRead = Math.max(-1, ...(read?.values() ?? []));
  const kind = askedIn(asked.last);
  const names = new Set(tokens(asked.query).map(({ word }) => word));
  return files.flatMap((sentences) => {
    const marks = sentences.map(({ text }) => marksOf(text));
    const near = sentences.map((one) => ({ start: one.time, cosine: cosines.get(one) ?? 0 }));
    return sentences.map((sentence, at) => {
      const [before, after] = [closeTo(sentence, sentences[at - 1]), closeTo(sentence, sentences[at + 1])];
      const own = marks[at] ?? NO_MARKS;
      const around = [before && marks[at - 1], after && marks[at + 1]];
      const all = around.reduce<Marks>((sum, one) => (one ? joined(sum, one) : sum), own);
      const cosine = cosines.get(sentence) ?? 0;
      const question = before && asks(before) ? before : undefined;
      const cosineBefore = nearestBefore(near, at);
      return {
        sentence,
        features: [
          shareOf(own, asked.terms),
          shareOf(all, asked.terms),
          cosine,
          cosine - best,
          question ? Math.max(0, cosines.get(question) ?? 0) : 0,
          Number(asks(sentence)),
          kind ? (holds(kind, sentence.text) ? 1 : -1) : 0,
          Math.min(1, sentence.text.split(' ').length / LONG),
          Number(tokens(sentence.speaker ?? '').some(({ word }) => names.has(word))),
          Number(sentence.modality === 'scene_text'),
          cosineBefore,
          cosineBefore * cosine,
          ...(read ? [read.get(sentence) ?? -1, (read.get(sentence) ?? -1) - bestRead] : []),
        ],
      };
    });
  });
}

/**
 * How likely each sentence answers a question, from -1 to 1, as the reader reads it together with those around it.
 * @param files the sentences of each file and modality, in order of time
 * @returns undefined without a reader, and if it fails: the sentences are then weighed without it
 */
async function readSentences(
  { reader, log }: Pick<MeaningContext, 'reader' | 'log'>,
  question: string,
  files: readonly (readonly SaidSentence[])[],
  signal: AbortSignal,
): Promise<ReadonlyMap<SaidSentence, number> | undefined> {
  if (!reader) return undefined;
  const read = new Map<SaidSentence, number>();
  try {
    for (const stretch of files.flatMap(stretchesOf)) {
      const texts = stretch.map(({ text }) => text);
      const found = await readChosen(reader, question, texts, texts.keys(), signal);
      for (const [at, sentence] of stretch.entries()) read.set(sentence, found.get(at) ?? -1);
    }
    return read;
  } catch (error) {
    signal.throwIfAborted();
    log.warn('the lines that may answer were not read with the question', { error: messageOf(error) });
    return undefined;
  }
}

/** Sentences that follow each other without a gap. */
function stretchesOf(sentences: readonly SaidSentence[]): SaidSentence[][] {
  const stretches: SaidSentence[][] = [];
  for (const sentence of sentences) {
    const last = stretches.at(-1);
    const before = last?.at(-1);
    if (last && before && sentence.time - before.end <= GAP) last.push(sentence);
    else stretches.push([sentence]);
  }
  return stretches;
}

/**
 * The sentences that results quote, in order of the results, and all of those around them, as excerptsOf takes them: for where
 * nothing can be compared by meaning.
 */
export async function quotedSentences(
  ctx: MeaningContext,
  results: readonly StoredResult[],
): Promise<{ readonly quoted: readonly SaidSentence[]; readonly all: readonly SaidSentence[] }> {
  const all = (await sentencesAround(ctx, results)).flat();
  const quoted = results.flatMap(({ collection_id, file_id, quote }) => {
    const there = all.filter(
      ({ modality, time, end, ...place }) =>
        place.file_id === file_id &&
        place.collection_id === collection_id &&
        quote?.modality === modality &&
        quote.time >= time &&
        quote.time <= end,
    );
    // Several lines are shown at once.
    const words = quote?.text ?? '';
    const [found] = [
      ...there.filter(({ text }) => text.includes(words)),
      ...there.filter(({ text }) => words.includes(text)),
      ...there,
    ];
    return found ? [found] : [];
  });
  return { quoted, all };
}

export const asks = ({ text }: SaidSentence): boolean => ASKS.test(text);

/** Whether lines of a modality answer: descriptions of pictures and sounds are nobody's words. */
export function isQuotable(modality: Modality): boolean {
  return modality === 'speech' || modality === 'scene_text';
}

/** Sentences with a longer gap, in seconds, do not belong together. */
const GAP = 6;

/** The other one, if hardly any time is between them. */
export function closeTo(sentence: SaidSentence, other: SaidSentence | undefined): SaidSentence | undefined {
  const apart = other ? Math.max(other.time - sentence.end, sentence.time - other.end) : GAP + 1;
  return apart <= GAP ? other : undefined;
}

/** The sentences of each file and modality around the results. */
async function sentencesAround(
  { db }: MeaningContext,
  results: readonly StoredResult[],
): Promise<SaidSentence[][]> {
  const files = new Map<string, Map<string, LineEvidence>>();
  for (const result of results)
    for (const line of await linesAround(db, result, AROUND)) {
      if (!isQuotable(line.modality)) continue;
      const key = `${line.collection_id} ${line.file_id} ${line.modality}`;
      const own = files.get(key) ?? new Map<string, LineEvidence>();
      const place = `${line.time} ${line.text}`;
      // A line beside a quote may be in another segment.
      const found = isQuoted(line, result) ? line : { ...line, segment_id: undefined };
      if (own.get(place)?.segment_id === undefined) own.set(place, found);
      files.set(key, own);
    }
  return [...files.values()].map((lines) =>
    sentencesOf([...lines.values()].sort((one, other) => one.time - other.time)),
  );
}

function isQuoted({ time, end }: LineEvidence, { start_time = 0, end_time = 0 }: StoredResult): boolean {
  return time <= end_time && end >= start_time;
}

/** A longer pause, in seconds, ends a sentence; and so many lines make one at most. */
const [PAUSE, MOST_LINES] = [1, 4];

function sentencesOf(lines: readonly LineEvidence[]): SaidSentence[] {
  const punctuated = lines.some(({ text }) => endsSentence(text));
  const groups: [LineEvidence, ...LineEvidence[]][] = [];
  for (const line of lines) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group && last && punctuated && group.length < MOST_LINES && runsOn(last, line)) group.push(line);
    else groups.push([line]);
  }
  return groups.map((group) => {
    const [{ modality, speaker, collection_id, file_id, filename, time }] = group;
    const end = Math.max(...group.map((line) => line.end));
    const text = group.map((line) => line.text).join(' ');
    return { lines: group, text, modality, speaker, collection_id, file_id, filename, time, end };
  });
}

function runsOn(last: LineEvidence, next: LineEvidence): boolean {
  const apart = last.modality !== 'speech' || last.speaker !== next.speaker || next.time - last.end >= PAUSE;
  return !apart && !endsSentence(last.text);
}

function spansOf(results: readonly StoredResult[]) {
  return results.flatMap(({ collection_id, file_id, quote, start_time, end_time }) => {
    const from = quote?.time ?? start_time;
    if (collection_id === undefined || from === undefined) return [];
    return [{ collection_id, file_id, time: from - 2 * AROUND, end: (end_time ?? from) + 2 * AROUND }];
  });
}
