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
import { loadMaterial, type Material, type SegmentRow, segmentsOf } from './material.ts';
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
/** The least candidates to read at once. */
const PORTION = 20;

interface Made {
  result: StoredResult;
  /** Equal for results with the same words at the same second of the same file. */
  key: string;
  /** True if the words start inside the segment, not before it. */
  whole: boolean;
  /** Its speech and on-screen text, in order of time. */
  lines: readonly QuotableLine[];
  /** Its candidate's place by score. */
  readonly place: number;
}

/** The results to show. */
export interface Shown {
  results: StoredResult[];
  /** Number of all results. Those beyond the shown ones are not read, so the same words in two of them count twice. */
  total: number;
  /** Number of words read for quotes. */
  wordsRead: number;
}

/**
 * Turns candidates into results, best first. A result has the times of its quote, clipped to the segment, or the
 * segment's own times if nothing can be quoted. Overlapping segments with the same words give one result: the one in
 * which the words start. Candidates are read and quoted in order of score until `limit` results are sure.
 */
export async function toResults(
  db: Db,
  candidates: readonly Candidate[],
  filter: Filter | undefined,
  limit: number,
): Promise<Shown> {
  const best = candidates.toSorted((one, other) => other.score - one.score).slice(0, MAX_CANDIDATES);
  let left = inOrder(await thatMeet(db, best, filter));
  let made: Made[] = [];
  for (;;) {
    const shown = distinct(made).slice(0, limit);
    const next = left.filter((one) => mayPass(one, shown[limit - 1])).slice(0, Math.max(limit, PORTION));
    const wanted = next.length > 0 ? next : left.filter((one) => shown.some((each) => mayHold(one, each)));
    if (wanted.length === 0) break;
    left = without(left, wanted);
    made = [...made, ...(await makeAll(db, wanted))].sort((one, other) => one.place - other.place);
  }
  const results = distinct(made);
  return {
    results: results
      .slice(0, limit)
      .map(({ result, lines }) => ({ ...result, ...inQuotes(result.type, lines) })),
    total: results.length + left.length,
    wordsRead: made.flatMap(({ lines }) => lines).reduce((sum, line) => sum + countWords(line.text), 0),
  };
}

/** Only segments can meet a condition on segments. */
async function thatMeet(
  db: Db,
  candidates: readonly Candidate[],
  filter: Filter | undefined,
): Promise<Candidate[]> {
  if (!filter || !asksSegments(filter)) return [...candidates];
  const segments = await segmentsOf(
    db,
    candidates.map(({ hit }) => hit),
  );
  return candidates.filter(({ hit }) => {
    const segment = segments.get(hit.segment_id ?? '');
    return segment !== undefined && segmentMeets(filter, segment);
  });
}

/** A candidate with its place by score. */
interface Placed extends Candidate {
  readonly place: number;
}

/** The candidates in the order in which their results may come: equal scores are in order of time. */
function inOrder(candidates: readonly Candidate[]): Placed[] {
  const placed = candidates.map((candidate, place) => ({ ...candidate, place }));
  return placed.sort(
    (one, other) => roundScore(other.score) - roundScore(one.score) || startOf(one) - startOf(other),
  );
}

/** No quote starts before its segment. */
function startOf({ hit }: Candidate): number {
  return hit.start_time ?? 0;
}

/** Whether a candidate may come before a result. */
function mayPass(candidate: Candidate, last: Made | undefined): boolean {
  if (!last) return true;
  const { score, start_time = 0 } = last.result;
  const own = roundScore(candidate.score);
  return own > score || (own === score && startOf(candidate) < start_time);
}

function without(candidates: readonly Placed[], taken: readonly Placed[]): Placed[] {
  const gone = new Set(taken);
  return candidates.filter((one) => !gone.has(one));
}

/** Whether the words of a result may start in this candidate: then it is the one to show. */
function mayHold({ hit }: Candidate, { result, whole }: Made): boolean {
  const time = result.quote?.time;
  if (whole || time === undefined || hit.type !== result.type || hit.file_id !== result.file_id) return false;
  return time >= (hit.start_time ?? 0) && time < (hit.end_time ?? 0);
}

async function makeAll(db: Db, candidates: readonly Placed[]): Promise<Made[]> {
  const material = await loadMaterial(
    db,
    candidates.map(({ hit }) => hit),
  );
  return candidates.flatMap((candidate) => {
    const file = material.files.get(candidate.hit.file_id);
    return file ? [make(candidate, file, material)] : [];
  });
}

function make(
  { hit, score, terms, modalities, tag, place }: Placed,
  file: KnownFile,
  material: Material,
): Made {
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
  return {
    result,
    key: `${hit.type} ${hit.file_id} ${hit.type === 'file' ? '' : words}`,
    whole,
    lines,
    place,
  };
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

/** The results without doubles, best first. `made` is in order of score. */
function distinct(made: readonly Made[]): Made[] {
  const byKey = new Map<string, Made>();
  for (const one of made) {
    const known = byKey.get(one.key);
    const better = !known || (one.whole && !known.whole);
    const score = Math.max(one.result.score, known?.result.score ?? 0);
    const kept = better ? one : known;
    byKey.set(one.key, { ...kept, result: { ...kept.result, score } });
  }
  return [...byKey.values()].sort((one, other) => byScore(one.result, other.result));
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
