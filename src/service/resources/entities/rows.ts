/**
 * Entities of files and segments. A job hands over what extraction found, which replaces the owner's earlier ones;
 * they go out with quotes as evidence (present.ts).
 */

import type { Insertable, Selectable } from 'kysely';
import { isKept } from '../../store/sql/deletions.ts';
import { insertAll } from '../../store/sql/insert.ts';
import { toJson } from '../../store/sql/json.ts';
import type { Db, EntitiesTable, Trx } from '../../store/sql/schema.ts';
import type { ExtractedFile } from '../../understanding/rules/extraction/extract-file.ts';
import type { Extracted } from '../../understanding/rules/extraction/types.ts';

/** The owner of entities: an extraction job, or a collection file of an entities collection. */
export type EntityOwner =
  | { readonly extraction_id: string }
  | { readonly collection_id: string; readonly file_id: string };

/** Writes extracted entities, replacing the owner's earlier ones. */
export async function writeEntities(
  trx: Trx,
  owner: EntityOwner,
  of: { readonly account_id: string; readonly file_id: string },
  extracted: ExtractedFile,
): Promise<void> {
  await clearEntities(trx, owner);
  const { account_id, file_id } = of;
  const shared = { ...owner, account_id, file_id };
  const rows: Insertable<EntitiesTable>[] = [
    ...(extracted.file ? [{ ...shared, ...jsonOf(extracted.file) }] : []),
    ...(extracted.segments ?? []).map(({ segment, ...own }, position) => ({
      ...shared,
      segment_id: segment.id,
      position,
      start_time: segment.start,
      end_time: segment.end,
      ...jsonOf(own),
    })),
  ];
  await insertAll(trx, 'entities', rows);
}

/** Deletes the owner's entities. */
export async function clearEntities(trx: Trx, owner: EntityOwner): Promise<void> {
  await trx
    .deleteFrom('entities')
    .where((row) => row.and(owner))
    .execute();
}

function jsonOf({ entities, evidence, warnings }: Extracted) {
  return { entities: toJson(entities), evidence: toJson(evidence), warnings: toJson(warnings) };
}

export type EntityRow = Selectable<EntitiesTable>;
export type SegmentEntityRow = EntityRow & { readonly thumbnail_key: string | null };

/** The owner's entities: the file's, one page of its segments' entities, and the number of segments. */
export async function readEntities(
  db: Db,
  owner: EntityOwner,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ file: EntityRow | undefined; segments: SegmentEntityRow[]; total: number }> {
  const own = db
    .selectFrom('entities as e')
    .where((row) => row.and(prefixed(owner)))
    .where(isKept('entities', 'e'));
  const file = await own.selectAll('e').where('e.position', 'is', null).executeTakeFirst();
  const cut = own.where('e.position', 'is not', null);
  const { total } = await cut
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const segments = await cut
    .leftJoin('segments as s', 's.id', 'e.segment_id')
    .selectAll('e')
    .select('s.thumbnail_key')
    .orderBy('e.position')
    .limit(limit)
    .offset(offset)
    .execute();
  return { file, segments, total };
}

function prefixed(owner: EntityOwner) {
  return 'extraction_id' in owner
    ? { 'e.extraction_id': owner.extraction_id }
    : { 'e.collection_id': owner.collection_id, 'e.file_id': owner.file_id };
}
