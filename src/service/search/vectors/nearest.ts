/**
 * The nearest of millions of vectors: a shortlist by sign bits in memory (bit-index.ts, columns), then exact scores
 * from the store. Vectors of different encoders are never compared. docs/architecture.md explains the steps.
 */

import type { Modality } from '../../../contract/index.ts';
import { isKept } from '../../store/sql/deletions.ts';
import { listOf, unindexed } from '../../store/sql/expressions.ts';
import type { Db } from '../../store/sql/schema.ts';
import type { WordScope } from '../../store/words/reach.ts';
import type { TextEncoder } from '../../understanding/models/embeddings/index.ts';
import type { MeaningContext, SearchContext } from '../context.ts';
import { cosine, fromBytes } from './compact.ts';
import type { Passage } from './passages.ts';
import { toFitted } from './scale.ts';
import { PASSAGES } from './tables.ts';
import { collectionNumbers, encoderRow, nearestRows, vectorIndex } from './vector-index.ts';

/** How near something is to a query in meaning. */
export interface Nearness {
  /** -1 to 1 by the encoder that the likelihood was fitted with; by another one, brought to its scale if that is measured. */
  readonly cosine: number;
  /** The cosine of the nearest passage that begins in the `JUST_BEFORE` seconds before it; `FAR` if none is near. */
  readonly before: number;
}

/** An answer often follows a line that is nearer to the question than itself. Chosen with the weights of likelihood.ts. */
const JUST_BEFORE = 30;

/** The cosine of a passage that is not known to be near. */
export const FAR = 0.1;

/** A passage, and how near to the query it is. */
export interface NearPassage extends Passage, Nearness {
  readonly id: number;
}

/** Passages to compare exactly. */
export const SHORTLIST = 200;

/** The same if only some files of the scope are searched: the shortlist is drawn from all of them. */
const SHORTLIST_OF_FILES = 4_000;

/** Whether anything has been encoded by this encoder. */
export async function hasPassages(
  { db }: SearchContext,
  encoder: Pick<TextEncoder, 'model'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('encoders')
    .select('id')
    .where('model', '=', encoder.model)
    .executeTakeFirst();
  return row !== undefined;
}

/** What is near a query. */
export interface Nearest {
  /** Nearest first. */
  readonly passages: readonly NearPassage[];
  /** Whether their cosines are on the scale that the likelihood was fitted with. */
  readonly fitted: boolean;
}

/**
 * The passages of a scope that are nearest to a query in meaning: a shortlist by sign bits, then exact cosines.
 * @param vector the query's, of length 1, by the encoder
 */
export async function nearestPassages(
  ctx: SearchContext,
  encoder: Pick<TextEncoder, 'model'>,
  scope: Pick<WordScope, 'accountId' | 'collections' | 'files'>,
  vector: Float32Array,
): Promise<Nearest> {
  const row = await encoderRow(ctx.db, encoder.model, vector.length);
  if (!row) return { passages: [], fitted: false };
  const index = vectorIndex(ctx.db, PASSAGES, row);
  await index.update(ctx);
  const groups = await collectionNumbers(ctx.db, scope.accountId, scope.collections);
  const isPart = scope.files !== undefined;
  const asked = { vector, groups, most: isPart ? SHORTLIST_OF_FILES : SHORTLIST, isPart };
  const all = await nearestRows(ctx, index, asked, (ids) => compared(ctx.db, scope, ids, vector));
  all.sort((one, other) => other.cosine - one.cosine || one.start - other.start);
  const scaled = toFitted(encoder.model, row.scale);
  if (!scaled) return { passages: all, fitted: false };
  for (const passage of all) passage.cosine = scaled(passage.cosine);
  lookBefore(all);
  return { passages: all, fitted: true };
}

/** A passage while its nearness is worked out. */
type Compared = Passage & { readonly id: number; readonly place: string; cosine: number; before: number };

function lookBefore(passages: readonly Compared[]): void {
  const places = new Map<string, Compared[]>();
  for (const passage of passages) {
    const known = places.get(passage.place);
    if (known) known.push(passage);
    else places.set(passage.place, [passage]);
  }
  for (const inPlace of places.values()) {
    inPlace.sort((one, other) => one.start - other.start);
    for (const [at, passage] of inPlace.entries()) passage.before = nearestBefore(inPlace, at);
  }
}

/**
 * What `before` is for one of the parts of a file.
 * @param parts in order of time, with their cosines; `start` in seconds
 */
export function nearestBefore(
  parts: readonly { readonly start: number; readonly cosine: number }[],
  at: number,
): number {
  const start = parts[at]?.start ?? 0;
  let nearest = FAR;
  for (let last = at - 1; last >= 0; last -= 1) {
    const other = parts[last];
    if (!other || start - other.start >= JUST_BEFORE) break;
    if (other.start < start) nearest = Math.max(nearest, other.cosine);
  }
  return nearest;
}

/** Those of the passages that are still there, in the scope. */
async function compared(
  db: Db,
  { accountId, files }: Pick<WordScope, 'accountId' | 'files'>,
  ids: readonly number[],
  vector: Float32Array,
): Promise<Compared[]> {
  let query = db
    .selectFrom('passages')
    .select(['id', 'collection_id', 'file_id', 'modality', 'start_time', 'end_time', 'text', 'vector'])
    .where('id', 'in', listOf(ids))
    .where(unindexed('account_id'), '=', accountId)
    .where(isKept('passages'));
  if (files) query = query.where('file_id', 'in', listOf(files));
  const rows = await query.execute();
  return rows.map((row) => ({
    id: row.id,
    modality: row.modality as Modality,
    start: row.start_time,
    end: row.end_time,
    text: row.text,
    place: `${row.collection_id} ${row.file_id}`,
    cosine: cosine(vector, fromBytes(row.vector)),
    before: FAR,
  }));
}

/** Part of a collection file, in seconds. */
interface Span {
  readonly collection_id: string;
  readonly file_id: string;
  readonly time: number;
  readonly end: number;
}

/**
 * How near to a query the passages in some parts of files are.
 * @param spans within these the nearness of any part is known
 * @returns a function that gives the nearness of the nearest passage of a part; undefined for a part without passages.
 *   Undefined without an encoder, vectors, or a scale that the likelihood was fitted with
 */
export async function nearnessIn(
  { db, encoder }: Pick<MeaningContext, 'db' | 'encoder'>,
  query: string,
  spans: readonly Span[],
  signal: AbortSignal,
): Promise<((span: Span) => number | undefined) | undefined> {
  const vector = await encoder?.vectorOf(query, signal);
  const row = encoder && vector && (await encoderRow(db, encoder.model, vector.length));
  const scaled = row && toFitted(encoder.model, row.scale);
  if (!vector || !scaled) return undefined;
  const near: (Span & { readonly cosine: number })[] = [];
  for (const { collection_id, file_id, time, end } of spans) {
    const passages = await db
      .selectFrom('passages')
      .select(['start_time', 'end_time', 'vector'])
      .where('collection_id', '=', collection_id)
      .where('file_id', '=', file_id)
      .where('start_time', '<', end)
      .where('end_time', '>', time)
      .where('encoder', '=', row.id)
      .where(isKept('passages'))
      .execute();
    for (const { start_time, end_time, vector: own } of passages) {
      const nearness = scaled(cosine(vector, fromBytes(own)));
      near.push({ collection_id, file_id, time: start_time, end: end_time, cosine: nearness });
    }
  }
  return (span) => {
    const own = near.filter((one) => isIn(one, span)).map((one) => one.cosine);
    return own.length > 0 ? Math.max(...own) : undefined;
  };
}

function isIn(passage: Span, span: Span): boolean {
  const same = passage.file_id === span.file_id && passage.collection_id === span.collection_id;
  return same && passage.time < span.end && passage.end > span.time;
}
