import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { phrasesFor } from '../../../src/service/search/words/term-variants.ts';
import { migrations } from '../../../src/service/store/migrations/index.ts';
import { openStore, storePath } from '../../../src/service/store/open-store.ts';
import { StoreRefused } from '../../../src/service/store/sql/errors.ts';
import type { Db } from '../../../src/service/store/sql/schema.ts';
import { loadSqlite, type NativeDatabase } from '../../../src/service/store/sqlite/sqlite-module.ts';
import { matchingDocuments, matchingUnanalysed } from '../../../src/service/store/words/match-words.ts';
import { reachIn, temporaryData } from './support.ts';

/** What that store holds: a document whose terms are in the index, and one that waits for it in that of earlier versions. */
const ROWS = `
insert into accounts (id, name, balance_micros, created_at) values ('a', 'local', 12500000, 1);
insert into ledger (id, account_id, operation, amount_micros, created_at) values ('l', 'a', 'billing', 12500000, 1);
insert into files (id, account_id, status, created_at, filename, source) values ('f', 'a', 'completed', 1, 'film.mp4', 'upload');
insert into collections (id, account_id, name, collection_type, created_at) values ('c', 'a', 'films', 'metadata', 1);
insert into collection_files (collection_id, file_id, account_id, added_at, status) values ('c', 'f', 'a', 1, 'completed');
insert into documents (docid, id, account_id, collection_id, file_id, type, speech, analysed)
  values (1, 'd', 'a', 'c', 'f', 'file', 'boats', 1);
insert into document_terms (rowid, speech) values (1, 'boats');
insert into documents (docid, id, account_id, file_id, type, speech)
  values (2, 'e', 'a', 'f', 'file', 'The boats were sailing');
insert into documents_fts (rowid, speech) values (2, 'The boats were sailing');
`;

let data: Awaited<ReturnType<typeof temporaryData>>;
let native: NativeDatabase;

/** The store as commit e8e191e5 made it, before there was a baseline. */
beforeEach(async () => {
  data = await temporaryData();
  const { DatabaseSync } = await loadSqlite();
  native = new DatabaseSync(storePath(data.dataDir), { timeout: 0 });
  const statements = await readFile(path.join(import.meta.dirname, 'version-47.sql'), 'utf8');
  native.exec(`begin; ${statements} commit`);
});

afterEach(() => data.remove());

async function find(db: Db, word: string): Promise<number[]> {
  return [
    ...(await matchingDocuments(db, { phrases: phrasesFor([word], ['en']) })),
    ...(await matchingUnanalysed(db, { phrases: [[word]] })),
  ];
}

/** All that a database says of its tables, without what has no meaning: white space, quotes, the order of lists. */
async function structureOf(db: Db): Promise<unknown> {
  const objects = await sql<{ type: string; name: string; sql: string }>`
    select type, name, coalesce(sql, '') as sql from sqlite_schema where name not like 'sqlite_%' order by name`.execute(
    db,
  );
  const rowsOf = async (pragma: string, name: string) =>
    (await sql`select * from ${sql.raw(pragma)}(${name})`.execute(db)).rows;
  return Promise.all(
    objects.rows.map(async ({ type, name, sql: text }) => {
      const plain = text
        .toLowerCase()
        .replaceAll('is distinct from', 'is not')
        .replaceAll(/["\s]/g, '')
        .replaceAll(/\('[^()]*'\)/g, (list) => `(${list.slice(1, -1).split(',').sort()})`);
      if (type !== 'table' || plain.startsWith('createvirtual')) return [name, plain];
      const indexes = (await rowsOf('pragma_index_list', name)) as { name: string }[];
      const keys = (await rowsOf('pragma_foreign_key_list', name)) as { from: string; to: string }[];
      return [
        name,
        await rowsOf('pragma_table_xinfo', name),
        keys.map(({ from, to, ...key }) => JSON.stringify([from, to, { ...key, id: 0 }])).sort(),
        await Promise.all(
          indexes.map(async (index) => [index, await rowsOf('pragma_index_xinfo', index.name)]),
        ),
        plain.match(/check\((?:[^()]|\([^()]*\))*\)/g)?.sort(),
        /autoincrement/.test(plain),
        /\w*(?:,\w+)?$/.exec(plain)?.[0],
      ];
    }),
  );
}

describe('a store from before the baseline', () => {
  it('gets what was added since, after a copy of it was made: nothing else is missing', async () => {
    native.exec(ROWS);
    native.close();
    const { db, close } = await openStore(data.dataDir);
    const copy = `vau.sqlite.before-${migrations.at(-1)?.version}`;
    expect((await readdir(data.dataDir)).filter((name) => name.includes('before'))).toEqual([copy]);
    expect(await db.selectFrom('accounts').select(['id', 'balance_micros']).execute()).toEqual([
      { id: 'a', balance_micros: 12_500_000 },
    ]);
    expect(await find(db, 'boats')).toEqual([1, 2]);
    expect(await find(db, 'sails')).toEqual([2]);
    expect(await reachIn(db, { accountId: 'a' })).toMatchObject({ documents: 2 });
    await db.updateTable('documents').where('docid', '=', 2).set({ title: 'Harbour' }).execute();
    expect(await find(db, 'harbour')).toEqual([2]);
    await db.deleteFrom('files').execute();
    expect(await find(db, 'boats')).toEqual([]);
    expect(await reachIn(db, { accountId: 'a' })).toMatchObject({ documents: 0 });
    await sql`insert into documents_fts (documents_fts, rank) values ('integrity-check', 1)`.execute(db);
    await close();
  });

  it('has the tables, indexes and triggers of a new one', async () => {
    native.close();
    const [old, made] = [await openStore(data.dataDir), await openStore(':memory:')];
    expect(await structureOf(made.db)).toEqual(await structureOf(old.db));
    await old.close();
    await made.close();
  });

  it('of an earlier version is refused, with what brings it to the baseline', async () => {
    native.exec('pragma user_version = 46');
    native.close();
    await expect(openStore(data.dataDir)).rejects.toThrow(StoreRefused);
    await expect(openStore(data.dataDir)).rejects.toThrow(
      /has store version 46, but this vau supports versions from 47 on; start the vau of commit \w+ on it once/,
    );
  });
});
