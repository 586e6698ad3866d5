import type { Filter } from '../../contract/index.ts';
import type { Db } from '../store/sql/schema.ts';
import { readDocuments } from '../store/words/match-words.ts';
import { countWords } from '../text/split-words.ts';
import { asksSegments, segmentMeets } from './filters/filter.ts';
import {
  type Candidate,
  inQuotes,
  type Made,
  make,
  type Placed,
  type StoredResult,
} from './results/make-result.ts';
import { loadResultRows, segmentsOf } from './results/result-rows.ts';
import { roundScore } from './scores/score.ts';

/** More than a request may ask for (limits.searchResults); further results are dropped. */
export const MAX_CANDIDATES = 1_000;
/** The least candidates to quote at once. */
const PORTION = 20;
/** The least documents to read at once. */
const READ_AT_ONCE = 100;

/** A candidate with its place in the order of results. */
interface Ordered extends Candidate {
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
 * Turns candidates into results, best first; equal ones in the order in which they were indexed, which is that of time
 * within a file. A result has the times of its quote, clipped to the segment, or the segment's own times if nothing can
 * be quoted. Segments with the same words give one result: the one in which they begin, or the next if a cut comes just after
 * that. Candidates are read and quoted in that order until `limit` results are sure.
 */
export async function toResults(
  db: Db,
  candidates: readonly Candidate[],
  filter: Filter | undefined,
  limit: number,
): Promise<Shown> {
  const portion = filter && asksSegments(filter) ? MAX_CANDIDATES : Math.max(2 * limit, READ_AT_ONCE);
  let unread = inOrder(candidates);
  let left: Placed[] = [];
  let made: Made[] = [];
  for (;;) {
    const shown = distinct(made).slice(0, limit);
    const next = left.filter((one) => mayPass(one, shown[limit - 1])).slice(0, Math.max(limit, PORTION));
    const wanted = next.length > 0 ? next : left.filter((one) => shown.some((each) => mayHold(one, each)));
    if (wanted.length > 0) {
      left = without(left, wanted);
      made = [...made, ...(await makeAll(db, wanted))].sort((one, other) => one.place - other.place);
      continue;
    }
    if (unread.length === 0 || (shown.length === limit && shown.every(({ whole }) => whole))) break;
    left = [...left, ...(await thatMeet(db, await readAll(db, unread.slice(0, portion)), filter))];
    unread = unread.slice(portion);
  }
  const results = distinct(made);
  return {
    results: results
      .slice(0, limit)
      .map(({ result, lines }) => ({ ...result, ...inQuotes(result.type, lines) })),
    total: results.length + left.length + unread.length,
    wordsRead: made.flatMap(({ lines }) => lines).reduce((sum, line) => sum + countWords(line.text), 0),
  };
}

/** Only segments can meet a condition on segments. */
async function thatMeet(
  db: Db,
  candidates: readonly Placed[],
  filter: Filter | undefined,
): Promise<readonly Placed[]> {
  if (!filter || !asksSegments(filter)) return candidates;
  const segments = await segmentsOf(
    db,
    candidates.map(({ hit }) => hit),
  );
  return candidates.filter(({ hit }) => {
    const segment = segments.get(hit.segment_id ?? '');
    return segment !== undefined && segmentMeets(filter, segment);
  });
}

/** The best candidates in the order in which their results may come. */
function inOrder(candidates: readonly Candidate[]): Ordered[] {
  const rounded = new Map(candidates.map((candidate) => [candidate, roundScore(candidate.score)]));
  const scoreOf = (candidate: Candidate) => rounded.get(candidate) ?? 0;
  return candidates
    .toSorted((one, other) => scoreOf(other) - scoreOf(one) || one.docid - other.docid)
    .slice(0, MAX_CANDIDATES)
    .map((candidate, place) => ({ ...candidate, place }));
}

/** Reads the documents of candidates. One that was deleted meanwhile is left out. */
async function readAll(db: Db, candidates: readonly Ordered[]): Promise<Placed[]> {
  const documents = await readDocuments(
    db,
    candidates.map(({ docid }) => docid),
  );
  return candidates.flatMap((candidate) => {
    const hit = documents.get(candidate.docid);
    return hit ? [{ ...candidate, hit }] : [];
  });
}

/** Whether a candidate may come before a result. */
function mayPass(candidate: Placed, last: Made | undefined): boolean {
  if (!last) return true;
  const own = roundScore(candidate.score);
  return own > last.result.score || (own === last.result.score && candidate.place < last.place);
}

function without(candidates: readonly Placed[], taken: readonly Placed[]): Placed[] {
  const gone = new Set(taken);
  return candidates.filter((one) => !gone.has(one));
}

/** Whether a result's words belong to this candidate: then it is the one to show. */
function mayHold({ hit }: Placed, { result, whole, anchor }: Made): boolean {
  if (whole || anchor === undefined || hit.type !== result.type || hit.file_id !== result.file_id)
    return false;
  return anchor >= (hit.start_time ?? 0) && anchor < (hit.end_time ?? 0);
}

async function makeAll(db: Db, candidates: readonly Placed[]): Promise<Made[]> {
  const material = await loadResultRows(
    db,
    candidates.map(({ hit }) => hit),
  );
  return candidates.flatMap((candidate) => {
    const file = material.files.get(candidate.hit.file_id);
    return file ? [make(candidate, file, material)] : [];
  });
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
  return [...byKey.values()].sort(byScore);
}

function byScore(one: Made, other: Made): number {
  return other.result.score - one.result.score || one.place - other.place;
}
