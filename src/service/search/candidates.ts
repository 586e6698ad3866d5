import type { Filter, Modality, SearchResult } from '../../contract/index.ts';
import type { Db } from '../store/schema.ts';
import type { WordHit } from '../store/words.ts';
import type { QuotableLine } from '../text/lines.ts';
import { quotedTitle, summarizeFile, summarizeSegment } from '../text/summaries.ts';
import { titleOf } from '../text/title.ts';
import { within } from '../text/within.ts';
import { countWords } from '../text/words.ts';
import { asksSegments, segmentMeets } from './filter.ts';
import type { KnownFile } from './knowledge.ts';
import { loadMaterial, type Material, type SegmentRow } from './material.ts';
import { bestQuote, type Quote, type WeightedTerm } from './quote.ts';
import { roundScore } from './score.ts';
import type { FoundTag } from './tags.ts';

/** A matching document, with the terms of the search that scored it best. */
export interface Candidate {
  hit: WordHit;
  score: number;
  terms: readonly WeightedTerm[];
  modalities: readonly string[];
  /** The tag that matched, if one did. */
  tag?: FoundTag;
}

/** A result as stored: what the API shows, and what its links and text are made from. */
export interface StoredResult extends SearchResult {
  thumbnail_key?: string;
  quote?: { modality: Modality; text: string; time: number; speaker?: string };
  tag?: FoundTag;
}

/** Further results are dropped: no request asks for more than 500. */
const MAX_CANDIDATES = 1_000;

interface Made {
  result: StoredResult;
  /** Equal for results with the same words at the same second of the same file. */
  key: string;
  /** True if the words start inside the segment, not before it. */
  whole: boolean;
  /** Its speech and on-screen text, in order of time. */
  lines: readonly QuotableLine[];
}

/**
 * Turns candidates into results, best first. A result has the times of its quote, clipped to the segment, or the
 * segment's own times if nothing can be quoted. Overlapping segments with the same words give one result: the one in
 * which the words start. Results beyond `limit` are never shown, so they get no quotes, and their files are not read.
 * @returns also the number of words read for quotes
 */
export async function toResults(
  db: Db,
  candidates: readonly Candidate[],
  filter: Filter | undefined,
  limit: number,
): Promise<{ results: StoredResult[]; wordsRead: number }> {
  const best = candidates.toSorted((one, other) => other.score - one.score).slice(0, MAX_CANDIDATES);
  const hits = best.map(({ hit }) => hit);
  const files = hits.filter(({ type }) => type === 'file').slice(0, limit);
  const quoted = [...hits.filter(({ type }) => type === 'segment'), ...files].map(({ docid }) => docid);
  const material = await loadMaterial(db, hits, quoted);
  const made = best.flatMap((candidate) => {
    const file = material.files.get(candidate.hit.file_id);
    if (!file || !meets(candidate.hit, material, filter)) return [];
    return [make(candidate, file, material)];
  });
  const read = [...material.lines.values()].flat();
  const wordsRead = read.reduce((sum, line) => sum + countWords(line.text), 0);
  const results = distinct(made)
    .sort((one, other) => byScore(one.result, other.result))
    .map(({ result, lines }, place) =>
      place < limit ? { ...result, ...inQuotes(result.type, lines) } : result,
    );
  return { results, wordsRead };
}

/** Only segments can meet a condition on segments. */
function meets(hit: WordHit, material: Material, filter: Filter | undefined): boolean {
  if (!filter || !asksSegments(filter)) return true;
  const segment = material.segments.get(hit.segment_id ?? '');
  return segment !== undefined && segmentMeets(filter, segment);
}

function make({ hit, score, terms, modalities, tag }: Candidate, file: KnownFile, material: Material): Made {
  const segment = material.segments.get(hit.segment_id ?? '');
  const span = hit.type === 'segment' ? { start: hit.start_time ?? 0, end: hit.end_time ?? 0 } : undefined;
  const lines = (material.lines.get(hit.docid) ?? []).filter(
    (line) => span === undefined || within(line, span),
  );
  const quotable = lines.filter((line) => modalities.includes(line.modality));
  const quote = bestQuote(quotable, terms);
  const result: StoredResult = {
    type: hit.type,
    id: hit.segment_id ?? hit.file_id,
    file_id: hit.file_id,
    ...(hit.collection_id !== null && { collection_id: hit.collection_id }),
    score: roundScore(score),
    ...(quote && { context: quote.text }),
    ...(hit.segment_id !== null && { segment_id: hit.segment_id }),
    ...timesOf(quote, span),
    title: titleOf(file),
    filename: file.filename,
    ...metadataOf(segment, file),
    ...thumbnailOf(segment, file),
    ...(quote && { quote: quoted(quote) }),
    ...(tag && { tag }),
  };
  const words = quote ? `${quote.modality} ${quote.start} ${quote.text}` : hit.segment_id;
  const whole = quote === undefined || span === undefined || quote.start >= span.start;
  return { result, key: `${hit.type} ${hit.file_id} ${hit.type === 'file' ? '' : words}`, whole, lines };
}

function timesOf(quote: Quote | undefined, span: { start: number; end: number } | undefined) {
  if (!quote) return span ? { start_time: span.start, end_time: span.end } : {};
  const start = Math.max(quote.start, span?.start ?? 0);
  return { start_time: start, end_time: Math.max(start, Math.min(quote.end, span?.end ?? quote.end)) };
}

function quoted({ modality, text, start, speaker }: Quote): NonNullable<StoredResult['quote']> {
  return { modality, text, time: start, ...(speaker !== undefined && { speaker }) };
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

function distinct(made: readonly Made[]): Made[] {
  const byKey = new Map<string, Made>();
  for (const one of made) {
    const known = byKey.get(one.key);
    const better = !known || (one.whole && !known.whole);
    const score = Math.max(one.result.score, known?.result.score ?? 0);
    const kept = better ? one : known;
    byKey.set(one.key, { ...kept, result: { ...kept.result, score } });
  }
  return [...byKey.values()];
}

/** Summary and title made of quotes; nothing is invented. */
function inQuotes(
  type: string,
  lines: readonly QuotableLine[],
): Pick<SearchResult, 'summary' | 'generated_title'> {
  const summary = type === 'file' ? summarizeFile(lines) : summarizeSegment(lines);
  const title = quotedTitle(lines);
  return { ...(summary && { summary }), ...(title && { generated_title: title }) };
}

function byScore(one: StoredResult, other: StoredResult): number {
  return other.score - one.score || (one.start_time ?? 0) - (other.start_time ?? 0);
}
