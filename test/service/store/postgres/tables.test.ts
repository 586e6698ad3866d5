import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openStore, type Store } from '../../../../src/service/store/open-store.ts';
import { isOnServer, newTestStore } from '../../../support/store.ts';

/** Tables of one engine alone: the indexes of words, and what each notes about itself. */
const OWN =
  /^(?:documents_fts|document_terms|sqlite_)|^(?:postings|index_terms|index_state|removed_documents|store_version)$/;

interface Column {
  readonly table: string;
  readonly name: string;
  readonly nullable: number;
}

async function columnsOf(store: Store, asked: ReturnType<typeof sql<Column>>): Promise<string[]> {
  const { rows } = await asked.execute(store.db);
  return rows
    .filter(({ table, name }) => !OWN.test(table) && name !== 'rowid')
    .map(({ table, name, nullable }) => `${table}.${name}${nullable === 1 ? '' : ' not null'}`)
    .sort();
}

const inSqlite = sql<Column>`
  select t.name as "table", c.name, c."notnull" = 0 and c.pk = 0 as nullable
  from sqlite_schema t join pragma_table_info(t.name) c where t.type = 'table'`;

const inServer = sql<Column>`
  select table_name as "table", column_name as name, is_nullable = 'YES' as nullable
  from information_schema.columns where table_schema = current_schema()`;

const namesOf = async (store: Store, asked: ReturnType<typeof sql<{ name: string }>>) =>
  (await asked.execute(store.db)).rows.map(({ name }) => name).sort();

describe.runIf(isOnServer)('[DB-1] the tables of a PostgreSQL store', () => {
  it('have the columns, the indexes and the triggers of SQLite', async () => {
    const { store: location = '', remove } = newTestStore();
    const [sqlite, server] = [await openStore(':memory:'), await openStore(location)];
    expect(await columnsOf(server, inServer)).toEqual(await columnsOf(sqlite, inSqlite));
    const wanted = await namesOf(
      sqlite,
      sql`select name from sqlite_schema where type = 'index' and sql is not null`,
    );
    const made = await namesOf(
      server,
      sql`select indexname as name from pg_indexes where schemaname = current_schema()`,
    );
    expect(made).toEqual(expect.arrayContaining(wanted));
    await sqlite.close();
    await server.close();
    await remove();
  });
});
