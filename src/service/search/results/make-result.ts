/**
 * Makes what a search shows. A candidate and the rows of its file and segment (result-rows.ts) come in; a StoredResult
 * with title, summary and quote goes out, later with fresh links. evidence.ts reads the lines around it.
 */

import { isSure, type Modality, type SearchResult } from '../../../contract/index.ts';
import { filmLink } from '../../links/films.ts';
import type { Link } from '../../links/links.ts';
import type { DocumentRow } from '../../store/words/match-words.ts';
import type { QuotableLine } from '../../text/lines.ts';
import { within } from '../../text/lines.ts';
import { titleOf } from '../../text/name-title.ts';
import {
  quotedTitle,
  summarizeSegment,
  summaryOf,
  summaryText,
  whatWasSeen,
} from '../../understanding/rules/digest/index.ts';
import type { KnownFile } from '../filters/knowledge.ts';
import { bestQuote, type Quote, quoteOfPassage, type WeightedTerm } from '../quotes/quote.ts';
import { likelihood, type Signals } from '../scores/likelihood.ts';
import { roundScore } from '../scores/score.ts';
import type { FoundTag } from '../tags.ts';
import { FAR, type Nearness, type NearPassage } from '../vectors/nearest.ts';
import type { ResultRows, SegmentRow } from './result-rows.ts';

/**
 * The words to quote for a document: those of the passage that is most likely right, by its words and its meaning, or of the
 * lines with more of the query's words than any passage.
 */
function quoteByMeaning(
  lines: readonly QuotableLine[],
  terms: readonly WeightedTerm[],
  passages: readonly NearPassage[],
): Quote | undefined {
  const byWords = bestQuote(lines, terms);
  let best = byWords && {
    quote: byWords,
    likely: likelyBy(byWords.share, nearestTo(byWords, passages)),
  };
  for (const passage of passages) {
    const quote = quoteOfPassage(
      passage,
      lines.filter((line) => overlap(line, passage)),
      terms,
    );
    if (!quote) continue;
    const likely = likelyBy(quote.share, passage);
    const isBest = !best || likely > best.likely || (likely === best.likely && best.quote === byWords);
    if (isBest) best = { quote, likely };
  }
  return best?.quote;
}

/** For comparisons within one document. */
function likelyBy(words: number, { cosine, before }: Nearness): number {
  return likelihood({ words, cosine, before }, 0);
}

/** How near the nearest passage is that a quote has a part of, else the farthest. @param passages the nearest first */
function nearestTo(quote: Quote, passages: readonly NearPassage[]): Nearness {
  return (
    passages.find((passage) => overlap(quote, passage)) ?? passages.at(-1) ?? { cosine: FAR, before: FAR }
  );
}

/** Whether a line, or lines, say some of a passage: a sentence may begin or end inside a line. */
function overlap(line: QuotableLine, passage: NearPassage): boolean {
  if (line.modality !== passage.modality) return false;
  if (line.modality !== 'speech') return line.start === passage.start;
  const begins = line.start >= passage.start && line.start < passage.end;
  return begins || (line.start < passage.start && line.end > passage.start);
}

/** A matching document, with the terms of the search that scored it best. */
export interface Candidate extends Signals {
  docid: number;
  /** 0 to 1: see likelihood.ts. */
  score: number;
  terms: readonly WeightedTerm[];
  modalities: readonly string[];
  /** The tag that matched, if one did. */
  tag?: FoundTag;
  near?: Nearness | undefined;
  /** Its passages near the query in meaning, the nearest first. */
  passages?: readonly NearPassage[];
  /** Its best frame, if one shows what the query says. */
  frame?: FoundFrame;
  /** Whether its frame says more than its text: then it is not quoted. */
  seen?: boolean;
}

/** A frame that shows what the query says. Times in seconds. */
export interface FoundFrame {
  /** The part of the film that it stands for. */
  readonly start: number;
  readonly end: number;
  readonly time: number;
  /** 0 to 1: see search/pictures/near.ts. */
  readonly fit: number;
  readonly model: string;
  /** What it counts for in this search, 0 to 1. */
  readonly score: number;
}

/** Quoted words, and who says them, if that is known. */
export interface Words {
  readonly speaker?: string | undefined;
  readonly text: string;
  /** Whether what was recognised may be wrong: it is marked. */
  readonly unsure?: boolean;
}

/** A result as stored: what the API shows, and what its links and text are made from. */
export interface StoredResult extends SearchResult {
  thumbnail_key?: string;
  quote?: Words & { readonly modality: Modality; readonly time: number };
  tag?: FoundTag;
}

/** A candidate with its document, and its place by score. */
export interface Placed extends Candidate {
  readonly hit: DocumentRow;
  readonly place: number;
}

/** A result that may be shown. */
export interface Made {
  result: StoredResult;
  /** Equal for results with the same words at the same second of the same file. */
  key: string;
  /** The second of the words that tells in which segment to show them; undefined if nothing is quoted, or for a file. */
  anchor: number | undefined;
  /** True if the segment has this second. */
  whole: boolean;
  /** Its speech and on-screen text, in order of time. */
  lines: readonly QuotableLine[];
  /** Its candidate's place by score. */
  readonly place: number;
}

/** Makes the result of a candidate. */
export function make(
  { hit, score, terms, modalities, tag, passages, frame, seen, place }: Placed,
  file: KnownFile,
  material: ResultRows,
): Made {
  const segment = material.segments.get(hit.segment_id ?? '');
  const span = hit.type === 'segment' ? { start: hit.start_time ?? 0, end: hit.end_time ?? 0 } : undefined;
  const lines = (material.lines.get(hit.docid) ?? []).filter(
    (line) => span === undefined || within(line, span),
  );
  const quotable = lines.filter((line) => modalities.includes(line.modality));
  const quote = seen ? undefined : quoteIn(quotable, terms, passages);
  const result: StoredResult = {
    type: hit.type,
    id: hit.segment_id ?? hit.file_id,
    file_id: hit.file_id,
    ...(hit.collection_id !== null && { collection_id: hit.collection_id }),
    score: roundScore(score),
    ...(quote && { context: quote.text }),
    ...(quote?.confidence !== undefined && { confidence: quote.confidence }),
    ...(hit.segment_id !== null && { segment_id: hit.segment_id }),
    ...timesOf(quote ?? (seen ? frame : undefined), span),
    title: titleOf(file),
    filename: file.filename,
    ...metadataOf(segment, file),
    ...thumbnailOf(segment, file),
    ...(quote && { quote: quoted(quote) }),
    ...(tag && { tag }),
    ...(frame && { picture: pictureOf(frame) }),
  };
  const words = quote ? `${quote.modality} ${quote.start} ${quote.text}` : hit.segment_id;
  const anchor = quote && span && anchorOf(quote, quotable);
  return {
    result,
    key: `${hit.type} ${hit.file_id} ${hit.type === 'file' ? '' : words}`,
    anchor,
    whole: anchor === undefined || span === undefined || (anchor >= span.start && anchor < span.end),
    lines,
    place,
  };
}

function quoteIn(
  lines: readonly QuotableLine[],
  terms: readonly WeightedTerm[],
  passages: readonly NearPassage[] | undefined,
): Quote | undefined {
  return passages ? quoteByMeaning(lines, terms, passages) : bestQuote(lines, terms);
}

/** A cut this soon after words begin, in seconds, or in their first half, leaves them to the next segment. */
const SOON = 0.5;

function anchorOf({ modality, start, end }: Quote, lines: readonly QuotableLine[]): number {
  const first = lines.find((line) => line.modality === modality && line.start === start);
  return start + Math.min(SOON, (Math.min(end, first?.end ?? end) - start) / 2);
}

function pictureOf({ time, model, fit }: FoundFrame): NonNullable<SearchResult['picture']> {
  return { time, model, score: roundScore(fit) };
}

function timesOf(
  quote: { readonly start: number; readonly end: number } | undefined,
  span: { start: number; end: number } | undefined,
) {
  if (!quote) return span ? { start_time: span.start, end_time: span.end } : {};
  const start = Math.max(quote.start, span?.start ?? 0);
  return { start_time: start, end_time: Math.max(start, Math.min(quote.end, span?.end ?? quote.end)) };
}

function quoted({ modality, text, start, speaker, ...line }: Quote): NonNullable<StoredResult['quote']> {
  const unsure = !isSure(line);
  return {
    modality,
    text,
    time: start,
    ...(speaker !== undefined && { speaker }),
    ...(unsure && { unsure }),
  };
}

/** A segment's own metadata if it has any, otherwise the file's. */
function metadataOf(segment: SegmentRow | undefined, file: KnownFile): Pick<StoredResult, 'metadata'> {
  const json = segment?.metadata ?? file.metadata;
  return json === null ? {} : { metadata: JSON.parse(json) };
}

function thumbnailOf(segment: SegmentRow | undefined, file: KnownFile): { thumbnail_key?: string } {
  const key = segment?.thumbnail_key ?? (file.has_thumbnail ? `files/${file.id}/thumbnail.jpg` : undefined);
  return key === undefined ? {} : { thumbnail_key: key };
}

/** Summary and title made of quotes, or else of what was seen; nothing is invented. */
export function inQuotes(
  type: string,
  lines: readonly QuotableLine[],
): Pick<SearchResult, 'summary' | 'generated_title'> {
  const seen = whatWasSeen(lines.filter(({ modality }) => modality === 'visual_scene_description'));
  const summary = (type === 'file' ? summaryText(summaryOf(lines)) : summarizeSegment(lines)) ?? seen?.text;
  const title = quotedTitle(lines) ?? seen?.title;
  return { ...(summary && { summary }), ...(title && { generated_title: title }) };
}

/** A stored result as the API shows it, with fresh links to its film and its picture. */
export function showResult({ thumbnail_key, quote: _, ...result }: StoredResult, link: Link): SearchResult {
  const shown = withFilm(result, link);
  return thumbnail_key === undefined ? shown : { ...shown, thumbnail_url: link(thumbnail_key) };
}

/** The result with the address of its film, if its name is known. */
export function withFilm<Result extends { file_id: string; filename?: string | undefined }>(
  result: Result,
  link: Link,
): Result & { media_url?: string } {
  const { file_id, filename } = result;
  return filename === undefined ? result : { ...result, media_url: filmLink(link, file_id, filename) };
}
