import type { Citation as ShownCitation } from '../../../contract/index.ts';
import { answerPieces, citedResult } from '../../search/answer.ts';
import { citedSentence } from '../../search/answers/answers.ts';
import type { SaidSentence } from '../../search/answers/sentences.ts';
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
  readonly citations: ShownCitation[];
}

/** What an answer is made of. */
export interface Quotable {
  /** What answers the question. */
  readonly sentences: readonly SaidSentence[];
  /** Further results: described pictures and sounds, titles, tags. */
  readonly others: readonly StoredResult[];
}

/**
 * An answer in quotes, which says that it is one.
 * @param why why no model answers, as a sentence
 */
export async function answerInQuotes(
  db: Db,
  question: string,
  { sentences, others }: Quotable,
  why: string,
): Promise<Quoted> {
  const more = distinct(others).slice(0, MOST_QUOTES - sentences.length);
  const text = answerPieces(question, [...sentences.map(citedSentence), ...more.map(citedResult)]).join('');
  if (sentences.length + more.length === 0) return { text, citations: [] };
  const cited = [
    ...(await Promise.all(sentences.map((one) => citationOfSentence(db, one)))),
    ...(await Promise.all(more.map((result) => citedIn(db, result)))).flat(),
  ];
  return { text: `${why} These are quotes of what was said and shown:\n${text}`, citations: cited };
}

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

async function citationOfSentence(db: Db, sentence: SaidSentence): Promise<ShownCitation> {
  const { text, lines, collection_id, file_id, filename, time, end } = sentence;
  const place = { collection_id, file_id, filename, start_time: time, end_time: end };
  return citationOf({ text, lines, around: await linesAround(db, place, CONTEXT_SECONDS) });
}

/** The citation of a result's quote; none if it was found by its title or metadata, or if its lines are gone. */
async function citedIn(db: Db, result: StoredResult): Promise<ShownCitation[]> {
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
