import { sql } from 'kysely';
import { engineOf, perEngine } from '../store/sql/engine.ts';
import type { Db } from '../store/sql/schema.ts';

/** A table whose rows are moved as they are. */
export interface MovedTable {
  readonly name: string;
  /** In the order in which rows are compared: by name. */
  readonly columns: readonly string[];
  /** The primary key, in its own order. */
  readonly key: readonly string[];
}

/** What waits in the queue has another form in each engine: see left-jobs.ts. */
const QUEUE = new Set(['jobs', 'turns', 'fences']);

/** The index of words has another form in each engine: see index-terms.ts. These are its parts, and what is no data. */
const OWN = /^(?:document_terms|documents_fts|sqlite_|postings$|index_|removed_documents$|store_)/;

/** Tables whose rows have a number that others refer to, which is not among the columns in SQLite. */
const NUMBERED = new Set(['files', 'collections', 'collection_files']);

interface Column {
  readonly table: string;
  readonly column: string;
  /** From 1; 0: it does not belong to the primary key. */
  readonly position: number;
}

const columnsOf = perEngine(
  sql<Column>`
    select t.name as "table", c.name as "column", c.pk as position
    from sqlite_schema t join pragma_table_info(t.name) c
    where t.type = 'table' and t.sql not like 'create virtual%'`,
  () => sql`
    select c.relname as "table", a.attname as "column",
      coalesce(array_position(i.indkey::int2[], a.attnum) + 1, 0) as position
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'`,
);

/** The tables of a store, by name. */
async function tablesOf(db: Db): Promise<Map<string, MovedTable>> {
  const { rows } = await columnsOf.execute(db);
  const tables = new Map<string, Column[]>();
  for (const row of rows) {
    if (QUEUE.has(row.table) || OWN.test(row.table)) continue;
    tables.set(row.table, [...(tables.get(row.table) ?? []), row]);
  }
  const isNumbered = (name: string) => engineOf(db) === 'sqlite' && NUMBERED.has(name);
  return new Map(
    [...tables].sort(byName).map(([name, own]) => [
      name,
      {
        name,
        columns: [...own.map(({ column }) => column), ...(isNumbered(name) ? ['rowid'] : [])].sort(),
        key: own
          .filter(({ position }) => position > 0)
          .sort((one, other) => one.position - other.position)
          .map(({ column }) => column),
      },
    ]),
  );
}

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
  one < other ? -1 : 1;

/**
 * The tables to move.
 * @throws Error if the stores have different ones: they would not be equal afterwards
 */
export async function tablesToMove(from: Db, into: Db): Promise<MovedTable[]> {
  const [here, there] = [await tablesOf(from), await tablesOf(into)];
  for (const name of new Set([...here.keys(), ...there.keys()])) {
    const [one, other] = [here.get(name), there.get(name)];
    if (JSON.stringify(one) !== JSON.stringify(other))
      throw new Error(
        `the engines have different tables ${name}: ${JSON.stringify(one)} and ${JSON.stringify(other)}`,
      );
  }
  return [...here.values()];
}
