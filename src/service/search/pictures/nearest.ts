import { isKept } from '../../store/sql/deletions.ts';
import { listOf } from '../../store/sql/expressions.ts';
import type { Db } from '../../store/sql/schema.ts';
import type { WordScope } from '../../store/words/reach.ts';
import type { SearchContext } from '../context.ts';
import { cosine, fromBytes } from '../vectors/compact.ts';
import { PICTURES } from '../vectors/tables.ts';
import { collectionNumbers, encoderRow, vectorIndex } from '../vectors/vector-index.ts';
import { contrast, LEAST_CONTRAST } from './contrast.ts';

/** A frame that shows what a query says. Times in seconds. */
export interface NearFrame {
  readonly id: number;
  /** The part of the film that it stands for. */
  readonly start: number;
  readonly end: number;
  readonly time: number;
  /** 0.5 to 1: see contrast.ts. */
  readonly contrast: number;
}

/** A query and the neutral texts as vectors of one encoder, of length 1. */
export interface AskedFor {
  readonly query: Float32Array;
  readonly neutral: readonly Float32Array[];
}

/**
 * Frames to compare exactly. Pictures and texts lie apart in the space of such an encoder, so that sign bits tell less
 * than between texts, of which a tenth as many are compared. How much less was not measured.
 */
const SHORTLIST = 2_000;

/** The same if only some files of the scope are searched: the shortlist is drawn from all of them. */
const SHORTLIST_OF_FILES = 8_000;

/** Most frames of an answer. */
const MOST = 100;

type Scope = Pick<WordScope, 'accountId' | 'collections' | 'files'>;

/** The frames of a scope that fit a query better than any neutral text, best first: a shortlist by sign bits, then exact. */
export async function nearestFrames(
  ctx: SearchContext,
  model: string,
  scope: Scope,
  asked: AskedFor,
): Promise<NearFrame[]> {
  const row = await encoderRow(ctx.db, model, asked.query.length);
  if (!row) return [];
  const index = vectorIndex(ctx.db, PICTURES, row);
  await index.update(ctx);
  const groups = await collectionNumbers(ctx.db, scope.accountId, scope.collections);
  const most = scope.files ? SHORTLIST_OF_FILES : SHORTLIST;
  const ids = await index.bits.nearest(asked.query, most, groups, ctx.yieldTurn);
  const all = await compared(ctx.db, scope, ids, asked);
  const shown = all.filter((one) => one.contrast > LEAST_CONTRAST);
  shown.sort((one, other) => other.contrast - one.contrast || one.id - other.id);
  return shown.slice(0, MOST);
}

/** Those of the frames that are still there, in the scope. */
async function compared(
  db: Db,
  { accountId, files }: Scope,
  ids: readonly number[],
  { query, neutral }: AskedFor,
): Promise<NearFrame[]> {
  let rows = db
    .selectFrom('pictures')
    .select(['id', 'start_time as start', 'end_time as end', 'frame_time as time', 'vector'])
    .where('id', 'in', listOf(ids))
    .where('account_id', '=', accountId)
    .where(isKept('pictures'));
  if (files) rows = rows.where('file_id', 'in', listOf(files));
  return (await rows.execute()).map(({ vector, ...frame }) => {
    const own = fromBytes(vector);
    const others = neutral.map((one) => cosine(one, own));
    return { ...frame, contrast: contrast(cosine(query, own), others) };
  });
}
