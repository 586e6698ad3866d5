import { sql } from 'kysely';
import { isKept } from '../../store/deletions.ts';
import { joinInOrder, unindexed } from '../../store/expressions.ts';
import { listOf } from '../../store/list-of.ts';
import type { Db } from '../../store/schema.ts';
import { cosine, fromBytes } from './compact.ts';

/** Neighbours on each side. */
const BESIDE = 2;

/**
 * Mean cosines of the neighbours of passages, which are by the same encoder. Ids ascend with time within a file and modality.
 * @param ids of the passages
 * @returns by id; nothing for a passage without neighbours
 */
export async function cosinesAround(
  db: Db,
  ids: readonly number[],
  vector: Float32Array,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; vector: Uint8Array }>`
    select p.id, n.vector from passages p ${joinInOrder} passages n
    on n.id between p.id - ${BESIDE} and p.id + ${BESIDE} and n.id <> p.id and ${unindexed('n.encoder')} = p.encoder
      and n.collection_id = p.collection_id and n.file_id = p.file_id and n.modality = p.modality
    where p.id in ${listOf(ids)} and ${isKept('passages', 'n')}`.execute(db);
  const sums = new Map<number, { sum: number; count: number }>();
  for (const row of rows) {
    const known = sums.get(row.id) ?? { sum: 0, count: 0 };
    known.sum += cosine(vector, fromBytes(row.vector));
    known.count += 1;
    sums.set(row.id, known);
  }
  return new Map([...sums].map(([id, { sum, count }]) => [id, sum / count]));
}
