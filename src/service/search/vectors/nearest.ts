import type { Modality } from '../../../contract/index.ts';
import { isKept } from '../../store/deletions.ts';
import { listOf } from '../../store/list-of.ts';
import type { WordScope } from '../../store/reach.ts';
import type { Db } from '../../store/schema.ts';
import type { TextEncoder } from '../../understanding/embeddings/index.ts';
import type { SearchContext } from '../context.ts';
import { cosinesAround } from './around.ts';
import { cosine, fromBytes, signBits } from './compact.ts';
import { collectionNumbers, encoderRow, passageIndex } from './passage-index.ts';
import type { Passage, StoredPassage } from './passages.ts';

/** A passage, and how near to the query it is. */
export interface NearPassage extends Passage {
  readonly collection_id: string;
  readonly file_id: string;
  /** -1 to 1. */
  readonly cosine: number;
  /** Mean cosine of the passages around it: of the two before and the two after, as far as there are any; else its own. */
  readonly around: number;
}

/** Passages whose neighbours are compared too. */
const NEIGHBOURED = 100;

/** Passages to compare exactly. The nearest by sign bits are nearly always among a tenth as many. */
export const SHORTLIST = 400;

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

/**
 * The passages of a scope that are nearest to a query in meaning, nearest first: a shortlist by sign bits, then exact
 * cosines.
 * @param vector the query's, of length 1, by the encoder
 */
export async function nearestPassages(
  ctx: SearchContext,
  encoder: Pick<TextEncoder, 'model'>,
  scope: Pick<WordScope, 'accountId' | 'collections' | 'files'>,
  vector: Float32Array,
): Promise<NearPassage[]> {
  const row = await encoderRow(ctx.db, encoder.model, vector.length);
  if (!row) return [];
  const index = passageIndex(ctx.db, row);
  await index.update(ctx);
  const groups = await collectionNumbers(ctx.db, scope.accountId, scope.collections);
  const most = scope.files ? SHORTLIST_OF_FILES : SHORTLIST;
  const { ids } = await index.bits.nearest(signBits(vector), most, groups, ctx.yieldTurn);
  const found = await readPassages(ctx.db, scope, ids);
  const all = found
    .map((passage) => ({ ...passage, cosine: cosine(vector, fromBytes(passage.vector)) }))
    .sort((one, other) => other.cosine - one.cosine || one.start - other.start);
  const around = await cosinesAround(ctx.db, row.id, all.slice(0, NEIGHBOURED), vector);
  return all.map(({ vector: _, id, ...passage }) => ({
    ...passage,
    around: around.get(id) ?? passage.cosine,
  }));
}

/** Those of the passages that are still there, in the scope. */
async function readPassages(
  db: Db,
  { accountId, files }: Pick<WordScope, 'accountId' | 'files'>,
  ids: readonly number[],
): Promise<StoredPassage[]> {
  let query = db
    .selectFrom('passages')
    .select(['id', 'collection_id', 'file_id', 'modality', 'start_time', 'end_time', 'text', 'vector'])
    .where('id', 'in', listOf(ids))
    .where('account_id', '=', accountId)
    .where(isKept('passages'));
  if (files) query = query.where('file_id', 'in', listOf(files));
  const rows = await query.execute();
  return rows.map(({ modality, start_time: start, end_time: end, ...rest }) => ({
    ...rest,
    modality: modality as Modality,
    start,
    end,
  }));
}
