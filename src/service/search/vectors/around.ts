import { isKept } from '../../store/deletions.ts';
import { listOf } from '../../store/list-of.ts';
import type { Db } from '../../store/schema.ts';
import { cosine, fromBytes } from './compact.ts';
import type { StoredPassage } from './passages.ts';

/** Neighbours on each side. */
const BESIDE = 2;

/** Mean cosines of the neighbours of an encoder's passages, by their ids. Ids ascend with time within a file and modality. */
export async function cosinesAround(
  db: Db,
  encoder: number,
  passages: readonly StoredPassage[],
  vector: Float32Array,
): Promise<Map<number, number>> {
  const ids = new Set(passages.flatMap(({ id }) => beside(id)));
  const rows = await db
    .selectFrom('passages')
    .select(['id', 'collection_id', 'file_id', 'modality', 'vector'])
    .where('id', 'in', listOf([...ids]))
    .where('encoder', '=', encoder)
    .where(isKept('passages'))
    .execute();
  const byId = new Map(
    rows.map((row) => [row.id, { ...row, cosine: cosine(vector, fromBytes(row.vector)) }]),
  );
  const found = new Map<number, number>();
  for (const { id, collection_id, file_id, modality } of passages) {
    const cosines = beside(id).flatMap((other) => {
      const row = byId.get(other);
      const near =
        row?.file_id === file_id && row.collection_id === collection_id && row.modality === modality;
      return near ? [row.cosine] : [];
    });
    if (cosines.length > 0) found.set(id, cosines.reduce((sum, one) => sum + one, 0) / cosines.length);
  }
  return found;
}

function beside(id: number): number[] {
  return Array.from({ length: BESIDE }, (_, at) => at + 1).flatMap((away) => [id - away, id + away]);
}
