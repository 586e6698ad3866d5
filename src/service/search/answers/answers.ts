import { messageOf } from '../../errors.ts';
import type { QueryEncoder } from '../../understanding/embeddings/index.ts';
import type { MeaningContext } from '../context.ts';
import type { StoredResult } from '../make-result.ts';
import type { SearchOutcome } from '../search.ts';
import { decide, mostLikely } from './likely.ts';
import {
  type CandidateSentence,
  candidateSentences,
  follows,
  isQuotable,
  type QuestionAsked,
  type SaidSentence,
} from './sentences.ts';

/** Results whose sentences are looked at, best first. */
const MOST_RESULTS = 12;

/** Sentences that are read together with the question, besides those before and after each: the most likely ones. */
const MOST_READ = 10;

/** Longest time for reading them together with the question, in milliseconds: without it, meaning and words decide. */
const READ_MS = 20_000;

/**
 * The sentences to answer a question with, among those that a search found and those beside them: each after the question
 * that it replies to in the recording. None where nothing answers.
 */
export async function answersIn(
  ctx: MeaningContext,
  question: Omit<QuestionAsked, 'terms'>,
  { results, terms }: Pick<SearchOutcome, 'results' | 'terms'>,
  signal: AbortSignal,
): Promise<SaidSentence[]> {
  const answers = decide(await candidatesFor(ctx, question, { results, terms }, signal));
  return [...new Set(answers.flatMap(({ asked, sentence }) => (asked ? [asked, sentence] : [sentence])))];
}

/** The sentences that results quote and those beside them, compared with a question and read together with it. */
export async function candidatesFor(
  ctx: MeaningContext,
  question: Omit<QuestionAsked, 'terms'>,
  { results, terms }: Pick<SearchOutcome, 'results' | 'terms'>,
  signal: AbortSignal,
): Promise<readonly CandidateSentence[]> {
  const quoting = results.filter(quotesLines).slice(0, MOST_RESULTS);
  const sentences = await candidateSentences(ctx, { ...question, terms }, quoting, signal);
  return readTogether(ctx, question.query, sentences, signal);
}

/** Whether a result quotes what was said or shown: a line that may answer. */
export function quotesLines({ quote }: StoredResult): boolean {
  return quote !== undefined && isQuotable(quote.modality);
}

/** The sentences with how surely they answer by an encoder that reads them together with the question, where there is one. */
async function readTogether(
  { encoder, log }: MeaningContext,
  question: string,
  sentences: readonly CandidateSentence[],
  signal: AbortSignal,
): Promise<readonly CandidateSentence[]> {
  if (!encoder?.read || !sentences.some(({ compared }) => compared)) return sentences;
  try {
    return await read(
      encoder.read,
      question,
      sentences,
      AbortSignal.any([signal, AbortSignal.timeout(READ_MS)]),
    );
  } catch (error) {
    signal.throwIfAborted();
    log.warn('a question is answered by meaning and words only', { error: messageOf(error) });
    return sentences;
  }
}

async function read(
  ask: NonNullable<QueryEncoder['read']>,
  question: string,
  sentences: readonly CandidateSentence[],
  signal: AbortSignal,
): Promise<CandidateSentence[]> {
  const known: CandidateSentence[] = [];
  for (const together of inRuns(worthReading(sentences))) {
    const texts = together.map(({ sentence }) => sentence.text);
    const odds = await ask(question.replaceAll('\n', ' '), texts, signal);
    for (const [at, one] of together.entries()) known.push({ ...one, read: odds[at] ?? 0 });
  }
  return known;
}

/** The most likely sentences without a reading, with those before and after each. */
function worthReading(sentences: readonly CandidateSentence[]): CandidateSentence[] {
  const best = new Set(
    mostLikely(sentences)
      .slice(0, MOST_READ)
      .map(({ sentence }) => sentence),
  );
  return sentences.filter((_, at) =>
    sentences.slice(Math.max(0, at - 1), at + 2).some(({ sentence }) => best.has(sentence)),
  );
}

/** The sentences of one recording that follow each other. */
function inRuns(sentences: readonly CandidateSentence[]): CandidateSentence[][] {
  const runs: CandidateSentence[][] = [];
  for (const one of sentences) {
    const run = runs.at(-1);
    const last = run?.at(-1)?.sentence;
    const { file_id, modality } = one.sentence;
    const goesOn = last?.file_id === file_id && last.modality === modality;
    if (run && goesOn && follows(last, one.sentence)) run.push(one);
    else runs.push([one]);
  }
  return runs;
}
