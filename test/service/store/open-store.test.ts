import { open, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { localAccount } from '../../../src/service/accounts/accounts.ts';
import { additionsOf, migrations } from '../../../src/service/store/migrations/index.ts';
import { openStore, storePath } from '../../../src/service/store/open-store.ts';
import { isUniqueViolation, StoreRefused } from '../../../src/service/store/sql/errors.ts';
import type { Migration } from '../../../src/service/store/sql/migration.ts';
import { id, table, text } from '../../../src/service/store/sql/tables/column.ts';
import { newTestStore } from '../../support/store.ts';
import { addFile, memoryStore, temporaryData } from './support.ts';

let data: Awaited<ReturnType<typeof temporaryData>>;

beforeEach(async () => {
  data = await temporaryData();
});

afterEach(() => data.remove());

const last = migrations.at(-1)?.version ?? 0;
const next: Migration = { version: last + 1, sqlite: 'create table later (x integer) strict', postgres: '' };

async function version(db: Awaited<ReturnType<typeof openStore>>['db']): Promise<unknown> {
  const { rows } = await sql`pragma user_version`.execute(db);
  return rows[0];
}

describe('opening a store', () => {
  it('creates the tables, and keeps what is in them', async () => {
    const first = await openStore(data.dataDir);
    await first.db.insertInto('settings').values({ key: 'a', value: 'kept' }).execute();
    await first.close();
    const again = await openStore(data.dataDir);
    expect(await again.db.selectFrom('settings').selectAll().execute()).toEqual([
      { key: 'a', value: 'kept' },
    ]);
    expect(await version(again.db)).toEqual({ user_version: last });
    await again.close();
  });

  it('uses a write-ahead log in a file readable by its owner only', async () => {
    const store = await openStore(data.dataDir);
    expect((await sql`pragma journal_mode`.execute(store.db)).rows).toEqual([{ journal_mode: 'wal' }]);
    expect((await sql`pragma foreign_keys`.execute(store.db)).rows).toEqual([{ foreign_keys: 1 }]);
    expect((await stat(storePath(data.dataDir))).mode & 0o777).toBe(0o600);
    await store.close();
  });

  it('waits for the disk after a write, and not after a read', async () => {
    const store = await openStore(data.dataDir);
    const probe = await open(storePath(data.dataDir), 'r');
    const handles = Object.getPrototypeOf(probe);
    await probe.close();
    const waits = vi.spyOn(handles, 'datasync');
    await store.db.insertInto('settings').values({ key: 'a', value: 'kept' }).execute();
    expect(waits).toHaveBeenCalledTimes(1);
    await store.db.selectFrom('settings').selectAll().execute();
    expect(waits).toHaveBeenCalledTimes(1);
    waits.mockRestore();
    await store.close();
  });

  it('works for several processes at once', async () => {
    const stores = await Promise.all([1, 2, 3, 4].map(() => openStore(data.dataDir)));
    for (const store of stores) expect(await version(store.db)).toEqual({ user_version: last });
    for (const store of stores) await store.close();
  });

  it('refuses a newer store, names both versions, and changes nothing', async () => {
    await (await openStore(data.dataDir, [...migrations, next])).close();
    await expect(openStore(data.dataDir)).rejects.toThrow(
      new RegExp(`store version ${last + 1}, but this vau supports versions up to ${last};.*update vau`),
    );
    await (await openStore(data.dataDir, [...migrations, next])).close();
  });

  it('refuses a SQLite file of another program', async () => {
    const { DatabaseSync } = await (
      await import('../../../src/service/store/sqlite/sqlite-module.ts')
    ).loadSqlite();
    const other = new DatabaseSync(storePath(data.dataDir), { timeout: 0 });
    other.exec('create table theirs (x)');
    other.close();
    await expect(openStore(data.dataDir)).rejects.toBeInstanceOf(StoreRefused);
  });

  it('reports a file that is not SQLite at all', async () => {
    await writeFile(storePath(data.dataDir), 'x'.repeat(5000));
    await expect(openStore(data.dataDir)).rejects.toThrow(/not a database/);
  });
});

describe('migrating a store', () => {
  it('adds the columns and tables that are declared since its version, on both engines', async () => {
    const { store: location = data.dataDir, remove } = newTestStore();
    const old = await openStore(location);
    const account_id = await localAccount(old.db, 1);
    const fileId = await addFile(old.db, account_id);
    await old.close();
    const added = additionsOf(last + 1, {
      files: table({ id: text, note: text.default('none').since(last + 1) }),
      remarks: table({ id, file_id: text.references('files') }).since(last + 1),
    });
    const { db, close } = await openStore(location, [...migrations, added]);
    expect((await sql`select id, note from files`.execute(db)).rows).toEqual([{ id: fileId, note: 'none' }]);
    await sql`insert into remarks (id, file_id) values ('r', ${fileId})`.execute(db);
    await sql`delete from files`.execute(db);
    expect((await sql`select * from remarks`.execute(db)).rows).toEqual([]);
    await close();
    await remove();
  });

  it('keeps a copy of the old store', async () => {
    const old = await openStore(data.dataDir);
    await old.db.insertInto('settings').values({ key: 'a', value: 'before' }).execute();
    await old.close();
    await (await openStore(data.dataDir, [...migrations, next])).close();
    expect(await readdir(data.dataDir)).toContain(`${path.basename(storePath(''))}.before-${last + 1}`);
  });

  it('runs all steps or none', async () => {
    await (await openStore(data.dataDir)).close();
    const broken: Migration = {
      version: last + 2,
      sqlite: 'create table half (x); select nonsense',
      postgres: '',
    };
    await expect(openStore(data.dataDir, [...migrations, next, broken])).rejects.toThrow(/nonsense/);
    const store = await openStore(data.dataDir);
    const tables = sql`select name from sqlite_schema where name in ('later', 'half')`;
    expect((await tables.execute(store.db)).rows).toEqual([]);
    await store.close();
  });
});

describe('an open store', () => {
  it('refuses values that are not column values', async () => {
    const { db, close } = await memoryStore();
    const insert = db.insertInto('settings').values({ key: 'when', value: new Date() as unknown as string });
    await expect(insert.execute()).rejects.toThrow(/not a Date/);
    await close();
  });

  it('distinguishes an existing row from one whose owner is gone', async () => {
    const { db, close, accountId } = await memoryStore();
    await addFile(db, accountId, { source_url: 'http://host/a.mp4' });
    const twice = await addFile(db, accountId, { source_url: 'http://host/a.mp4' }).catch((error) => error);
    expect(isUniqueViolation(twice)).toBe(true);
    const nobody = await addFile(db, 'nobody').catch((error) => error);
    expect(isUniqueViolation(nobody)).toBe(false);
    await close();
  });

  it('rolls a transaction back as a whole', async () => {
    const { db, close, accountId } = await memoryStore();
    const failing = db.transaction().execute(async (trx) => {
      await addFile(trx, accountId);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await db.selectFrom('files').selectAll().execute()).toEqual([]);
    await close();
  });
});
