import { sql } from 'kysely';
import { engineOf } from '../store/sql/engine.ts';
import type { Db, Trx } from '../store/sql/schema.ts';

/**
 * What the target says of a move under way, in a table of its own that goes with the last transaction: which store it comes
 * from, how far each table is, and what was taken off until the rows are there.
 */
const TABLE = sql.table('store_move');

/** Makes the table in SQLite; a server's was made together with the store. */
export async function makeMark(db: Db): Promise<void> {
  if (engineOf(db) === 'sqlite')
    await sql`create table if not exists ${TABLE} (name text primary key, value text not null)`.execute(db);
}

/** Whether the move into a database of SQLite has ended: its mark is gone, and there are accounts. */
export async function isEnded(db: Db): Promise<boolean> {
  if (engineOf(db) !== 'sqlite') return false;
  const { rows } = await sql`select 1 from sqlite_schema where name = 'store_move'`.execute(db);
  const account = await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst();
  return rows.length === 0 && account !== undefined;
}

export async function readMark<Value>(db: Db, name: string): Promise<Value | undefined> {
  const { rows } = await sql<{ value: string }>`select value from ${TABLE} where name = ${name}`.execute(db);
  return rows[0] && (JSON.parse(rows[0].value) as Value);
}

export async function writeMark(trx: Trx, name: string, value: unknown): Promise<void> {
  const text = JSON.stringify(value);
  await sql`
    insert into ${TABLE} (name, value) values (${name}, ${text})
    on conflict (name) do update set value = excluded.value`.execute(trx);
}

/** The marks whose names start like this, by name. */
export async function marksFrom(db: Db, beginning: string): Promise<{ name: string; value: string }[]> {
  const { rows } = await sql<{ name: string; value: string }>`
    select name, value from ${TABLE} where name like ${`${beginning}%`} order by name`.execute(db);
  return rows;
}

export async function dropMark(trx: Trx, name: string): Promise<void> {
  await sql`delete from ${TABLE} where name = ${name}`.execute(trx);
}

/** Ends the move: from now on services can use the store. */
export async function endMark(trx: Trx): Promise<void> {
  await sql`drop table ${TABLE}`.execute(trx);
}
