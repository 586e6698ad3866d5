import { sql } from 'kysely';
import { joinInOrder } from '../../store/expressions.ts';
import type { Db } from '../../store/schema.ts';
import type { NearPassage } from '../vectors/nearest.ts';

/** Documents with their passages near the query, the nearest first. */
export type NearDocuments = ReadonlyMap<number, readonly NearPassage[]>;

/** The documents that hold these passages: segments in which they start, or their files. */
export async function nearDocuments(
  db: Db,
  type: 'segment' | 'file',
  passages: readonly NearPassage[],
): Promise<NearDocuments> {
  const places = passages.map(({ collection_id, file_id, start }, at) => [at, collection_id, file_id, start]);
  const during = type === 'segment' ? sql`and d.start_time <= p.start and p.start < d.end_time` : sql``;
  const { rows } = await sql<{ docid: number; at: number }>`
    with p as materialized (
      select cast(value->>0 as integer) as at, value->>1 as collection_id, value->>2 as file_id,
        cast(value->>3 as double precision) as start
      from json_each(${JSON.stringify(places)}))
    select d.docid, p.at from p ${joinInOrder} documents d
    on d.collection_id = p.collection_id and d.file_id = p.file_id
    where d.type = ${type} ${during}
    order by p.at`.execute(db);
  const found = new Map<number, NearPassage[]>();
  for (const { docid, at } of rows) {
    const passage = passages[at];
    if (passage) found.set(docid, [...(found.get(docid) ?? []), passage]);
  }
  return found;
}
