import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memoryStore } from './support.ts';

let store: Awaited<ReturnType<typeof memoryStore>>;
beforeAll(async () => {
  store = await memoryStore();
});
afterAll(() => store.close());

interface Columns {
  readonly columns: string;
}

/** The foreign keys of a table, with their columns in order. */
const foreignKeys = (table: string) => sql<Columns & { parent: string }>`
  select group_concat("from") as columns, "table" as parent
  from (select * from pragma_foreign_key_list(${table}) order by id, seq) group by id`;

/** The indexes of a table that hold all its rows, with their columns in order; the primary key is among them, as is a rowid. */
const indexes = (table: string) => sql<Columns>`
  select (select group_concat(coalesce(name, '?')) from
    (select name from pragma_index_info(list.name) order by seqno)) as columns
  from pragma_index_list(${table}) as list where list.partial = 0
  union all select name from pragma_table_info(${table}) where pk = 1 and type = 'INTEGER'`;

describe('the foreign keys of the store', () => {
  it('have an index each, so that deleting a row reads no other table as a whole', async () => {
    const { rows: tables } = await sql<{ name: string }>`
      select name from sqlite_schema where type = 'table'`.execute(store.db);
    const missing: string[] = [];
    for (const { name } of tables) {
      const indexed = (await indexes(name).execute(store.db)).rows.map(({ columns }) => `${columns},`);
      // Accounts are never deleted.
      for (const { columns, parent } of (await foreignKeys(name).execute(store.db)).rows)
        if (parent !== 'accounts' && !indexed.some((index) => index.startsWith(`${columns},`)))
          missing.push(`${name} (${columns})`);
    }
    expect(missing).toEqual([]);
  });
});
