import type { Citation } from '../../../contract/index.ts';
import { answerPieces } from '../../search/answer.ts';
import { type LineEvidence, linesAround } from '../../search/evidence.ts';
import type { StoredResult } from '../../search/make-result.ts';
import type { Db } from '../../store/schema.ts';
import { quoteIn } from '../../understanding/language/held/quote.ts';
import { CONTEXT_SECONDS, citationOf } from './citations.ts';

/** Quotes in one answer. */
const MOST_QUOTES = 5;

/** An answer without a model. */
export interface Quoted {
  readonly text: string;
  readonly citations: Citation[];
}

/**
 * An answer in quotes of the best results, which says that it is one.
 * @param why why no model answers, as a sentence
 */
export async function answerInQuotes(
  db: Db,
  question: string,
  results: readonly StoredResult[],
  why: string,
): Promise<Quoted> {
  const best = distinct(results).slice(0, MOST_QUOTES);
  const answered = await Promise.all(best.map((result) => withReply(db, result)));
  const shown = distinct(answered.flat()).slice(0, MOST_QUOTES);
  const text = answerPieces(
    question,
    shown.map(({ filename = '', quote, start_time }) => ({
      filename,
      ...(quote ? { time: quote.time, modality: quote.modality, quote: quote.text } : timeOf(start_time)),
      ...(quote?.speaker !== undefined && { speaker: quote.speaker }),
    })),
  ).join('');
  const cited = await Promise.all(shown.map((result) => citedIn(db, result)));
  if (shown.length === 0) return { text, citations: [] };
  return { text: `${why} These are quotes of what was said and shown:\n${text}`, citations: cited.flat() };
}

const timeOf = (time: number | undefined) => (time === undefined ? {} : { time });

/** A file and its segment match the same words: the segment says where, so it is kept. */
function distinct(results: readonly StoredResult[]): StoredResult[] {
  const keyOf = ({ file_id, quote }: StoredResult) =>
    quote ? [file_id, quote.modality, quote.time, quote.text].join(' ') : file_id;
  const kept = new Map<string, StoredResult>();
  for (const result of results) {
    const known = kept.get(keyOf(result));
    if (!known || (known.segment_id === undefined && result.segment_id !== undefined))
      kept.set(keyOf(result), result);
  }
  return [...kept.values()];
}

const ASKED = /\?["'”’)]?$/;
/** A reply begins at most so many seconds after its question. */
const REPLY_SECONDS = 6;

/** A result; where its quote is a question, with what was said next: who asks wants the answer. */
async function withReply(db: Db, result: StoredResult): Promise<StoredResult[]> {
  const { quote } = result;
  if (quote?.modality !== 'speech' || !ASKED.test(quote.text)) return [result];
  const around = await linesAround(db, result, CONTEXT_SECONDS);
  const lines = around.filter(({ modality, time }) => modality === 'speech' && time >= quote.time);
  const question = quotedLines(lines, quote.text);
  const [last, next] = [question.at(-1), lines[question.length]];
  if (!last || !next || next.time - last.end > REPLY_SECONDS || ASKED.test(next.text)) return [result];
  const { text, time, speaker } = next;
  const { speaker: _asker, ...rest } = quote;
  return [result, { ...result, quote: { ...rest, text, time, ...(speaker !== undefined && { speaker }) } }];
}

/** The citation of a result's quote; none if it was found by its title or metadata, or if its lines are gone. */
async function citedIn(db: Db, result: StoredResult): Promise<Citation[]> {
  const { quote } = result;
  if (!quote) return [];
  const around = await linesAround(db, result, CONTEXT_SECONDS);
  const text = quote.text.replace(/^… /, '').replace(/ …$/, '');
  const lines = around.filter((line) => line.modality === quote.modality && line.time >= quote.time);
  const [first, ...more] = quotedLines(lines, text);
  return first ? [citationOf({ text, lines: [first, ...more], around })] : [];
}

/** The first lines that, one after the other, have the words. */
function quotedLines(lines: readonly LineEvidence[], text: string): readonly LineEvidence[] {
  for (let count = 1; count <= lines.length; count += 1) {
    const own = lines.slice(0, count);
    if (quoteIn(own.map((line) => line.text).join(' '), text) !== undefined) return own;
  }
  return [];
}
