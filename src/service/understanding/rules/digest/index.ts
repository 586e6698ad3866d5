/**
 * Titles and summaries without a language model, made of quotes with their times. Lines come in; nothing goes out
 * that is not in them.
 */

import { within } from '../../../text/lines.ts';
import { nameTitle } from '../../../text/name-title.ts';
import { clock } from '../../../text/timestamps.ts';
import type { SceneLine, SceneTextLine, SpeechLine } from '../../modalities/lines.ts';
import { keyOf, pick, placeOfLargest, rank, withReferents } from './rank.ts';
import { whatWasHeard, whatWasSeen } from './seen.ts';
import { tellingTexts, tells } from './telling.ts';
import { allSentences, isQuotable, spokenSentences, titleCard, titleSentence } from './title.ts';
import type { Digest, Quotable, QuotedSentence, TextVectors } from './types.ts';

/** A quote with its speaker: `Ann: “Good morning.”`. */
function inQuotes({ speaker, text }: Pick<Quotable, 'speaker' | 'text'>): string {
  return `${speaker ? `${speaker}: ` : ''}“${text}”`;
}

/** On-screen texts: `On screen: “PIER FOUR”, “OPEN”`; empty if there are none. */
function onScreen(texts: readonly string[]): string[] {
  return texts.length > 0 ? [`On screen: ${texts.map((text) => `“${text}”`).join(', ')}`] : [];
}

/** Quotes with their times: `[0:00:12] Ann: “Good morning.” [0:01:40] On screen: “PIER FOUR”`. What was seen is no quote. */
function withTimes(sentences: readonly Quotable[]): string {
  return sentences
    .map((one) => {
      if (one.modality === 'visual_scene_description') return one.text;
      const quote = one.modality === 'scene_text' ? onScreen([one.text]).join('') : inQuotes(one);
      return `[${clock(one.start)}] ${quote}`;
    })
    .join(' ');
}

/**
 * The on-screen texts to quote, in order of time: the first telling one of each picture, and more of them while there are
 * few pictures.
 * @param most the number of texts
 */
function textsToQuote<Line extends Quotable>(lines: readonly Line[], most: number): Line[] {
  const seen = new Set<string>();
  const telling = tellingTexts(lines.filter(({ modality }) => modality === 'scene_text')).filter(
    ({ text }) => !seen.has(text) && seen.add(text),
  );
  const first = telling.filter(({ start }, at) => start !== telling[at - 1]?.start);
  const step = Math.max(1, first.length / most);
  const spread = first.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
  const more = telling.filter((line) => !first.includes(line)).slice(0, Math.max(0, most - first.length));
  return [...spread, ...more].sort((one, other) => one.start - other.start);
}

/** Sentences of a summary: one of eight, but not fewer than 3 nor more than 7. */
const LEAST = 3;
const MOST = 7;
const ONE_OF = 8;
/** On-screen texts of a summary. */
const MOST_SHOWN = 3;

/**
 * The summary of a file: its central sentences, and some of its on-screen texts, in order of time.
 * @param lines speech and on-screen text in order of time
 * @param title is not said once more
 */
export function summaryOf(
  lines: readonly Quotable[],
  vectors?: TextVectors,
  title?: string,
): QuotedSentence[] {
  const all = allSentences(lines);
  const sentences = all.filter(isQuotable);
  const count = Math.min(MOST, Math.max(LEAST, Math.round(sentences.length / ONE_OF)));
  const own = keyOf({ text: title ?? '' });
  const shown = textsToQuote(lines, sentences.length > 0 ? MOST_SHOWN : MOST).filter(
    (one) => keyOf(one) !== own,
  );
  const quoted = shown.map(({ text, start, end }) => ({ modality: 'scene_text' as const, text, start, end }));
  const told = withReferents(pick(rank(sentences, vectors), count), all, isQuotable);
  return [...told, ...quoted].sort((one, other) => one.start - other.start);
}

/** A summary as text, each quote with its time; undefined if it is empty. */
export function summaryText(summary: readonly QuotedSentence[]): string | undefined {
  return summary.length > 0 ? withTimes(summary) : undefined;
}

/** A segment summarised in its own words. Times in seconds. */
interface SegmentSummary {
  summary: string;
  start_time: number;
  end_time: number;
}

/**
 * A summary of each segment, in quotes: the sentence that says most, and three of its on-screen texts. No sentence is quoted in two
 * neighbouring segments, and no text that stays on the screen unless nothing else can be quoted. Segments without speech
 * and on-screen text are left out.
 * @param lines in order of time
 */
export function summarize(
  segments: readonly { start_time: number; end_time: number }[],
  lines: readonly Quotable[],
): SegmentSummary[] {
  const all = [...spokenSentences(lines), ...lines.filter(({ modality }) => modality === 'scene_text')];
  let before: ReadonlySet<string> = new Set();
  return segments.flatMap(({ start_time, end_time }) => {
    const inside = all.filter((line) => within(line, { start: start_time, end: end_time }));
    const { quotes, said } = quotesOf(inside, before);
    before = said;
    return quotes.length > 0 ? [{ summary: quotes.join(' '), start_time, end_time }] : [];
  });
}

/** A summary of one segment; undefined without speech and on-screen text. */
export function summarizeSegment(inside: readonly Quotable[]): string | undefined {
  const all = [...spokenSentences(inside), ...inside.filter(({ modality }) => modality === 'scene_text')];
  const { quotes } = quotesOf(all, new Set());
  return quotes.length > 0 ? quotes.join(' ') : undefined;
}

/** @param before the keys of what the segment before quotes */
function quotesOf(inside: readonly Quotable[], before: ReadonlySet<string>) {
  const spoken = inside.filter((line) => line.modality === 'speech' && !before.has(keyOf(line)));
  // Ranking takes most of the time of a list of descriptions, and most segments have one sentence.
  const best = spoken.length > 1 ? spoken[placeOfLargest(rank(spoken, undefined).scores)] : spoken[0];
  const fresh = inside.filter((line) => !before.has(keyOf(line)));
  const shown = textsToQuote(fresh, MOST_SHOWN);
  const texts = (best || shown.length > 0 ? shown : textsToQuote(inside, MOST_SHOWN)).map(({ text }) => text);
  return {
    quotes: [...(best ? [inQuotes(best)] : []), ...onScreen(texts)],
    said: new Set([best, ...inside.filter(({ modality }) => modality === 'scene_text')].map(keyOf)),
  };
}

export { contentWords, vectorKey } from './likeness.ts';
export { whatWasSeen } from './seen.ts';
export { tellingRead } from './telling.ts';
export { isHeading, quotedTitle } from './title.ts';
export type * from './types.ts';

/** What a file, or a chapter of it, is titled from. Times in seconds. */
export interface TitleSource {
  readonly start: number;
  readonly end: number;
  readonly speech: readonly SpeechLine[];
  /** What `tellingRead` leaves of the on-screen text. */
  readonly texts: readonly SceneTextLine[];
  /** The title that the media itself has. */
  readonly tag: string | null;
}

/** What a file is digested from. */
export interface DigestSource extends TitleSource {
  readonly scenes?: readonly SceneLine[];
  /** Recognised speech that is not to be trusted. */
  readonly doubtful?: readonly SpeechLine[];
}

/**
 * A file in its own words; in one without sentences, what was seen as well. Only what is sure is quoted.
 * @param vectors without them, sentences are compared by their words
 */
export function digestOf(source: DigestSource, vectors?: TextVectors): Digest {
  const { start, end, speech, scenes = [], doubtful = [] } = source;
  const { title, spare } = titleFor(source, { vectors });
  const summary = summaryOf(quotableOf(source), vectors, title);
  const digest = {
    ...(title !== undefined && { title, ...(title === source.tag?.trim() && { titled: true }) }),
    ...(spare !== undefined && { spare }),
    summary,
  };
  if (summary.some(({ modality }) => modality === 'speech')) return digest;
  const seen = whatWasSeen(scenes);
  const heard = whatWasHeard([...doubtful, ...speech]);
  // Beside on-screen text, colours say nothing.
  const perceived = [summary.length === 0 || seen?.title ? seen?.text : undefined, heard]
    .filter(Boolean)
    .join(' ');
  if (perceived === '') return digest;
  const part = { modality: 'visual_scene_description' as const, text: perceived, start, end };
  return { ...digest, ...(seen?.title !== undefined && { seen: seen.title }), summary: [part, ...summary] };
}

/**
 * The media's own title, else a heading, else the sentence that says what it is about; in `spare` the sure sentence that says
 * most, for what has no name that says something. Neither where none of them says anything.
 * @param part whether it is a chapter
 */
export function titleFor(
  source: TitleSource,
  { vectors, part = false }: { readonly vectors?: TextVectors | undefined; readonly part?: boolean } = {},
): { readonly title?: string; readonly spare?: string } {
  const tag = source.tag?.trim() ?? '';
  // A tag that is a file's name says as little.
  if (tells(tag) && nameTitle(`${tag}.tag`) !== undefined) return { title: tag };
  const card = titleCard(source.texts, { ...source, part });
  if (card !== undefined) return { title: card };
  const { text, opens } = titleSentence(quotableOf(source), { vectors, part }) ?? {};
  if (text === undefined) return {};
  return opens || part ? { title: text } : { spare: text };
}

function quotableOf({ speech, texts }: TitleSource): Quotable[] {
  const quotable = [
    ...speech.map((line) => ({ ...line, modality: 'speech' as const })),
    ...texts.map((line) => ({ ...line, modality: 'scene_text' as const })),
  ];
  return quotable.sort((one, other) => one.start - other.start);
}
