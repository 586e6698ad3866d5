import { type RawBuilder, sql } from 'kysely';
import { joinInOrder } from '../../store/expressions.ts';
import type { Db } from '../../store/schema.ts';
import type { SearchScope } from '../plan.ts';
import type { NearPassage } from '../vectors/nearest.ts';

/** Documents with their passages near the query, the nearest first. */
export type NearDocuments = ReadonlyMap<number, readonly NearPassage[]>;

/** The documents of a type, and the places of their passages in the list that was asked for. */
interface Row {
  readonly type: SearchScope;
  readonly docids: string;
  readonly places: string;
}

/** The documents that hold these passages, by type: segments in which they start, or their files. */
export async function nearDocuments(
  db: Db,
  types: readonly SearchScope[],
  passages: readonly NearPassage[],
): Promise<ReadonlyMap<SearchScope, NearDocuments>> {
  const asked = JSON.stringify(passages.map(({ id }, at) => [at, id]));
  const { rows } = await sql<Row>`
    with asked as materialized (
      select cast(value->>0 as integer) as at, cast(value->>1 as bigint) as id from json_each(${asked})),
    near as materialized (
      select asked.at, p.collection_id, p.file_id, p.start_time
      from asked ${joinInOrder} passages p on p.id = asked.id)
    ${sql.join(types.map(documentsOf), sql` union all `)}`.execute(db);
  return new Map(rows.map((row) => [row.type, byDocument(row, passages)]));
}

/** Two texts take a fraction of the time of as many rows. */
function documentsOf(type: SearchScope): RawBuilder<Row> {
  const during = sql`and d.start_time <= n.start_time and n.start_time < d.end_time`;
  return sql<Row>`
    select ${sql.lit(type)} as type, json_group_array(docid) as docids, json_group_array(at) as places
    from (select d.docid, n.at from near n ${joinInOrder} documents d
      on d.collection_id = n.collection_id and d.file_id = n.file_id
      where d.type = ${type} ${type === 'segment' ? during : sql``} order by n.at) as found`;
}

function byDocument(row: Row, passages: readonly NearPassage[]): NearDocuments {
  const places = JSON.parse(row.places) as number[];
  const found = new Map<number, NearPassage[]>();
  for (const [at, docid] of (JSON.parse(row.docids) as number[]).entries()) {
    const passage = passages[places[at] ?? -1];
    const known = found.get(docid);
    if (passage && known) known.push(passage);
    else if (passage) found.set(docid, [passage]);
  }
  return found;
}
