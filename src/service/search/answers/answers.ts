import type { Citation } from '../answer.ts';
import type { MeaningContext } from '../context.ts';
import type { StoredResult } from '../make-result.ts';
import type { SearchOutcome } from '../search.ts';
import { decide } from './likely.ts';
import {
  type CandidateSentence,
  candidateSentences,
  isQuotable,
  type QuestionAsked,
  type SaidSentence,
} from './sentences.ts';

/** Results whose sentences are looked at, best first. */
const MOST_RESULTS = 12;

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

/** The sentences that results quote and those beside them, compared with a question. */
export async function candidatesFor(
  ctx: MeaningContext,
  question: Omit<QuestionAsked, 'terms'>,
  { results, terms }: Pick<SearchOutcome, 'results' | 'terms'>,
  signal: AbortSignal,
): Promise<readonly CandidateSentence[]> {
  const quoting = results.filter(quotesLines).slice(0, MOST_RESULTS);
  return candidateSentences(ctx, { ...question, terms }, quoting, signal);
}

/** Whether a result quotes what was said or shown: a line that may answer. */
export function quotesLines({ quote }: StoredResult): boolean {
  return quote !== undefined && isQuotable(quote.modality);
}

/** What an answer cites of a sentence: its words. */
export function citedSentence({ modality, speaker, text, filename, time }: SaidSentence): Citation {
  return { modality, quote: text, filename, time, ...(speaker !== undefined && { speaker }) };
}
