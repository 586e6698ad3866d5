import { CompiledQuery, sql } from 'kysely';
import { engineOf } from '../store/engine.ts';
import type { Db, Trx } from '../store/schema.ts';

/** The last number that a table gave to a row, which may be gone: it is never given again. */
interface Given {
  readonly table: string;
  readonly last: number;
}

interface Sequence {
  readonly table: string;
  readonly column: string;
  readonly sequence: string;
}

/** Makes the target count on where the source is. */
export async function countOn(from: Db, trx: Trx): Promise<void> {
  const given = await givenIn(from);
  if (engineOf(trx) === 'sqlite') await inSqlite(trx, given);
  else await inServer(trx, new Map(given.map(({ table, last }) => [table, last])));
}

async function givenIn(db: Db): Promise<Given[]> {
  if (engineOf(db) === 'sqlite')
    return (await sql<Given>`select name as "table", seq as last from sqlite_sequence`.execute(db)).rows;
  const all: Given[] = [];
  for (const { table, sequence } of await sequencesOf(db)) {
    const text = `select last_value as last from ${sequence} where is_called`;
    const [row] = (await db.executeQuery<{ last: number }>(CompiledQuery.raw(text))).rows;
    if (row) all.push({ table, last: row.last });
  }
  return all;
}

/** Rows with a number have set it already; only what was given to rows that are gone is missing. */
async function inSqlite(trx: Trx, given: readonly Given[]): Promise<void> {
  for (const { table, last } of given)
    await sql`update sqlite_sequence set seq = max(seq, ${last}) where name = ${table}`.execute(trx);
  const counting = await sql<{ name: string }>`
    select name from sqlite_schema where type = 'table' and sql like '%autoincrement%'`.execute(trx);
  for (const { name } of counting.rows) {
    const last = given.find(({ table }) => table === name)?.last;
    if (last !== undefined)
      await sql`
        insert into sqlite_sequence (name, seq) select ${name}, ${last}
        where not exists (select 1 from sqlite_sequence where name = ${name})`.execute(trx);
  }
}

async function inServer(trx: Trx, given: ReadonlyMap<string, number>): Promise<void> {
  for (const { table, column, sequence } of await sequencesOf(trx)) {
    const text = `
      select setval('${sequence}', last) from (select greatest(max("${column}"), $1::bigint) as last from "${table}") as all_of
      where last > 0`;
    await trx.executeQuery(CompiledQuery.raw(text, [given.get(table) ?? 0]));
  }
}

async function sequencesOf(db: Db): Promise<Sequence[]> {
  const { rows } = await sql<Sequence>`
    select c.relname as "table", a.attname as "column",
      pg_get_serial_sequence(format('%I', c.relname), a.attname) as sequence
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and c.relname not in ('jobs', 'removed_documents')`.execute(db);
  return rows;
}
