import { type RawBuilder, sql } from 'kysely';
import { perEngine } from '../../store/sql/engine.ts';
import { joinInOrder } from '../../store/sql/expressions.ts';
import type { Db } from '../../store/sql/schema.ts';
import type { SearchScope } from '../query/plan.ts';
import type { NearPassage } from '../vectors/nearest.ts';
import type { VectorTables } from '../vectors/tables.ts';

/** Documents with what is near the query in them, the nearest first. */
export type DocumentsWith<Near> = ReadonlyMap<number, readonly Near[]>;

/** Documents with their passages near the query, the nearest first. */
export type NearDocuments = DocumentsWith<NearPassage>;

/** The documents of a type, and the places of their passages in the list that was asked for. */
interface Row {
  readonly type: SearchScope;
  readonly docids: string;
  readonly places: string;
}

/** When what has a vector begins and ends: a passage, a frame. */
const TIMES = {
  passages: ['start_time', 'end_time'],
  pictures: ['frame_time', 'frame_time'],
} as const;

/**
 * The documents that hold these passages or frames, by type: the segments that have a part of them, as they have the words
 * (text/lines.ts), or their files.
 */
export async function documentsWith<Near extends { readonly id: number }>(
  db: Db,
  { items }: VectorTables,
  types: readonly SearchScope[],
  found: readonly Near[],
): Promise<ReadonlyMap<SearchScope, DocumentsWith<Near>>> {
  const ids = found.map(({ id }) => id);
  // PostgreSQL takes json_each for a thousand rows, and then reads all rows rather than look so many up.
  const asked = perEngine(
    sql`select key as at, value as id from json_each(${JSON.stringify(ids)})`,
    () => sql`select (at - 1)::int as at, id from unnest(${ids}::bigint[]) with ordinality as one (id, at)`,
  );
  const [start, end] = TIMES[items].map((time) => sql.ref(`p.${time}`));
  const { rows } = await sql<Row>`
    with asked as materialized (${asked}),
    near as materialized (
      select asked.at, p.collection_id, p.file_id, ${start} as start_time, ${end} as end_time
      from asked ${joinInOrder} ${sql.table(items)} p on p.id = asked.id)
    ${sql.join(types.map(documentsOf), sql` union all `)}`.execute(db);
  return new Map(rows.map((row) => [row.type, byDocument(row, found)]));
}

/** Two texts take a fraction of the time of as many rows. */
function documentsOf(type: SearchScope): RawBuilder<Row> {
  // The first of these says nothing more: an index has it.
  const during = sql`and d.start_time <= n.end_time and n.start_time < d.end_time
    and (d.start_time <= n.start_time or d.start_time < n.end_time)`;
  return sql<Row>`
    select ${sql.lit(type)} as type, json_group_array(docid) as docids, json_group_array(at) as places
    from (select d.docid, n.at from near n ${joinInOrder} documents d
      on d.collection_id = n.collection_id and d.file_id = n.file_id
      where d.type = ${type} ${type === 'segment' ? during : sql``} order by n.at) as found`;
}

function byDocument<Near>(row: Row, all: readonly Near[]): DocumentsWith<Near> {
  const places = JSON.parse(row.places) as number[];
  const found = new Map<number, Near[]>();
  for (const [at, docid] of (JSON.parse(row.docids) as number[]).entries()) {
    const one = all[places[at] ?? -1];
    const known = found.get(docid);
    if (one && known) known.push(one);
    else if (one) found.set(docid, [one]);
  }
  return found;
}
