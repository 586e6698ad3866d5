/**
 * Answers in quotes. A question and its results come in; sentences among and beside them are weighed (sentences.ts,
 * likely.ts), and excerpts that answer go out, or none where nothing does.
 */

import { isSure } from '../../../contract/index.ts';
import type { Citation } from '../answer.ts';
import type { MeaningContext } from '../context.ts';
import type { StoredResult, Words } from '../results/make-result.ts';
import { WEAK_SCORE } from '../scores/score.ts';
import type { SearchOutcome } from '../search.ts';
import { type Excerpt, excerptsOf } from './excerpts.ts';
import { decide } from './likely.ts';
import {
  type CandidateSentence,
  candidateSentences,
  isQuotable,
  type QuestionAsked,
  quotedSentences,
} from './sentences.ts';

/** Results whose sentences are looked at, best first. */
const MOST_RESULTS = 12;

/** The best result is quoted where it is this likely, and no sentence is likely enough to answer. */
const SURE_SCORE = 0.9;

/** Results that answer by their words at most. */
const MOST_STRONG = 5;

/**
 * The excerpts to answer a question with, the best first: the sentences that answer, among those that a search found and those
 * beside them, each with what was said around it. None where nothing answers. Where nothing can be compared by meaning,
 * what has enough of the question's words answers.
 */
export async function answersIn(
  ctx: MeaningContext,
  question: Omit<QuestionAsked, 'terms'>,
  found: Pick<SearchOutcome, 'results' | 'terms' | 'likely'>,
  signal: AbortSignal,
): Promise<Excerpt[]> {
  const excerpts = await excerptsIn(ctx, question, found, signal);
  return excerpts.map((excerpt) => ({ ...excerpt, at: quotedIn(excerpt, found.results) ?? excerpt.at }));
}

/** Where the best result that quotes an excerpt says that it is: one place has one second, wherever it is shown. */
function quotedIn(excerpt: Excerpt, results: readonly StoredResult[]): number | undefined {
  const { file_id, modality, time, end } = excerpt;
  return results.find(
    ({ quote, ...result }) =>
      quote?.modality === modality && result.file_id === file_id && quote.time >= time && quote.time < end,
  )?.quote?.time;
}

async function excerptsIn(
  ctx: MeaningContext,
  question: Omit<QuestionAsked, 'terms'>,
  found: Pick<SearchOutcome, 'results' | 'terms' | 'likely'>,
  signal: AbortSignal,
): Promise<Excerpt[]> {
  const candidates = await candidatesFor(ctx, question, found, signal);
  if (candidates) {
    const sentences = candidates.map(({ sentence }) => sentence);
    const excerpts = excerptsOf(decide(candidates), sentences);
    if (excerpts.length > 0) return excerpts;
  }
  const [least, most] = candidates ? [SURE_SCORE, 1] : [WEAK_SCORE, MOST_STRONG];
  const strong = found.results.filter((result) => quotesLines(result) && result.score >= least);
  const { quoted, all } = await quotedSentences(ctx, strong.slice(0, most));
  return excerptsOf(
    quoted.map((sentence) => ({ sentence, by: 'quote' })),
    all,
  );
}

/**
 * The sentences that results quote and those beside them, compared with a question; see candidateSentences. Undefined also
 * where the search compared no meaning: for a question in another language, and for a phrase to be found exactly.
 */
export async function candidatesFor(
  ctx: MeaningContext,
  question: Omit<QuestionAsked, 'terms'>,
  { results, terms, likely }: Pick<SearchOutcome, 'results' | 'terms' | 'likely'>,
  signal: AbortSignal,
): Promise<CandidateSentence[] | undefined> {
  if (!likely) return undefined;
  const quoting = results.filter(quotesLines).slice(0, MOST_RESULTS);
  return candidateSentences(ctx, { ...question, terms }, quoting, signal);
}

/** Whether a result quotes what was said or shown: a line that may answer. */
export function quotesLines({ quote }: StoredResult): boolean {
  return quote !== undefined && isQuotable(quote.modality);
}

/** What an answer cites of an excerpt, with the second of what answers: what each speaker says without another one in between. */
export function citedSentence({ modality, lines, filename, at }: Excerpt): Citation {
  const words: Words[] = [];
  for (const { speaker, text, ...line } of lines) {
    const last = words.at(-1);
    const unsure = !isSure(line);
    if (last && last.speaker === speaker && last.unsure === unsure)
      words[words.length - 1] = { ...last, text: `${last.text} ${text}` };
    else words.push({ speaker, text, unsure });
  }
  return { modality, words, filename, time: at };
}
