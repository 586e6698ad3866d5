import { isKept } from '../../store/sql/deletions.ts';
import { listOf } from '../../store/sql/expressions.ts';
import type { Db } from '../../store/sql/schema.ts';
import type { WordScope } from '../../store/words/reach.ts';
import type { SearchContext } from '../context.ts';
import { type CompactVector, fromBytes } from '../vectors/compact.ts';
import { PICTURES } from '../vectors/tables.ts';
import { collectionNumbers, encoderRow, nearestRows, vectorIndex } from '../vectors/vector-index.ts';

/** A frame near a vector. Times in seconds. */
export interface NearFrame {
  readonly id: number;
  readonly file_id: string;
  /** The part of the film that it stands for. */
  readonly start: number;
  readonly end: number;
  readonly time: number;
  /** How well it fits what was asked for, 0 to 1: see Fit. */
  readonly fit: number;
}

/** What is asked for, as a vector of length 1, and how well a frame's vector fits it. */
export interface Fit {
  readonly vector: Float32Array;
  /** 0 to 1. */
  readonly of: (frame: CompactVector) => number;
  /** Frames that fit no better than this are left out. */
  readonly least: number;
}

/**
 * Frames to compare exactly. Pictures and texts lie apart in the space of such an encoder, so that sign bits tell less
 * than between texts, of which a tenth as many are compared. How much less was not measured.
 */
const SHORTLIST = 2_000;

/** The same if only some files of the scope are searched: the shortlist is drawn from all of them. */
const SHORTLIST_OF_FILES = 8_000;

type Scope = Pick<WordScope, 'accountId' | 'collections' | 'files'>;

/**
 * The frames of a scope that fit, best first: a shortlist by sign bits, then exact.
 * @param model the encoder of the vectors
 * @param most of them
 */
export async function nearestFrames(
  ctx: SearchContext,
  model: string,
  scope: Scope,
  fit: Fit,
  most: number,
): Promise<NearFrame[]> {
  const row = await encoderRow(ctx.db, model, fit.vector.length);
  if (!row) return [];
  const index = vectorIndex(ctx.db, PICTURES, row);
  await index.update(ctx);
  const groups = await collectionNumbers(ctx.db, scope.accountId, scope.collections);
  const isPart = scope.files !== undefined;
  const asked = { vector: fit.vector, groups, most: isPart ? SHORTLIST_OF_FILES : SHORTLIST, isPart };
  const found = await nearestRows(ctx, index, asked, (ids) => compared(ctx.db, scope, ids, fit));
  const fitting = found.filter((one) => one.fit > fit.least);
  fitting.sort((one, other) => other.fit - one.fit || one.id - other.id);
  return fitting.slice(0, most);
}

/** Those of the frames that are still there, in the scope. */
async function compared(
  db: Db,
  { accountId, files }: Scope,
  ids: readonly number[],
  fit: Fit,
): Promise<NearFrame[]> {
  let rows = db
    .selectFrom('pictures')
    .select(['id', 'file_id', 'start_time as start', 'end_time as end', 'frame_time as time', 'vector'])
    .where('id', 'in', listOf(ids))
    .where('account_id', '=', accountId)
    .where(isKept('pictures'));
  if (files) rows = rows.where('file_id', 'in', listOf(files));
  return (await rows.execute()).map(({ vector, ...frame }) => ({ ...frame, fit: fit.of(fromBytes(vector)) }));
}
