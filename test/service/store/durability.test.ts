import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { share, shareSync } from '../../../src/service/store/open-store.ts';
import { StoreDialect } from '../../../src/service/store/sqlite/patient-driver.ts';
import { forKysely } from '../../../src/service/store/sqlite/sqlite-database.ts';
import { loadSqlite } from '../../../src/service/store/sqlite/sqlite-module.ts';

interface Settings {
  settings: { key: string; value: string };
}

/** A disk that is done when it is told. */
function slowDisk() {
  const runs: { done(): void; fail(error: Error): void }[] = [];
  const sync = () =>
    new Promise<void>((resolve, reject) => {
      runs.push({ done: resolve, fail: reject });
    });
  return { runs, sync };
}

/** Whether a promise is settled once everything that is ready has run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  const note = () => {
    settled = true;
  };
  void promise.then(note, note);
  await new Promise((resolve) => setImmediate(resolve));
  return settled;
}

describe('a write', () => {
  let db: Kysely<Settings>;
  let disk: ReturnType<typeof slowDisk>;

  beforeEach(async () => {
    const { DatabaseSync } = await loadSqlite();
    const native = new DatabaseSync(':memory:', { timeout: 0 });
    native.exec('create table settings (key text primary key, value text)');
    disk = slowDisk();
    db = new Kysely({ dialect: new StoreDialect({ database: forKysely(native), onDisk: share(disk.sync) }) });
  });
  afterEach(() => db.destroy());

  const insert = (key: string) => db.insertInto('settings').values({ key, value: 'x' });
  const keys = async () => (await db.selectFrom('settings').select('key').execute()).map(({ key }) => key);

  it.each([
    ['a statement', () => insert('a').execute()],
    ['a statement that gives rows', () => insert('a').returning('key').execute()],
    [
      'a transaction',
      () =>
        db
          .transaction()
          .execute((trx) => trx.insertInto('settings').values({ key: 'a', value: 'x' }).execute()),
    ],
    ['SQL by hand', () => sql`insert into settings values ('a', 'x')`.execute(db)],
  ])('of %s is not done before the disk has it', async (_, write) => {
    const written: Promise<unknown> = write();
    expect(await isSettled(written)).toBe(false);
    disk.runs[0]?.done();
    await written;
    expect(await keys()).toEqual(['a']);
  });

  it('lets others read and write meanwhile; they wait for one more run of the disk together', async () => {
    const first = insert('a').execute();
    expect(await isSettled(first)).toBe(false);
    expect(await keys()).toEqual(['a']);
    const others = [insert('b').execute(), insert('c').execute()];
    for (const other of others) expect(await isSettled(other)).toBe(false);
    expect(await keys()).toEqual(['a', 'b', 'c']);
    disk.runs[0]?.done();
    await first;
    for (const other of others) expect(await isSettled(other)).toBe(false);
    disk.runs[1]?.done();
    await Promise.all(others);
    expect(disk.runs).toHaveLength(2);
  });

  it('fails when the disk fails, and the next one is tried again', async () => {
    const failed = insert('a').execute();
    expect(await isSettled(failed)).toBe(false);
    const next = insert('b').execute();
    expect(await isSettled(next)).toBe(false);
    disk.runs[0]?.fail(new Error('EIO: i/o error, fdatasync'));
    await expect(failed).rejects.toThrow('EIO');
    expect(await isSettled(next)).toBe(false);
    disk.runs[1]?.done();
    await next;
  });

  it('is not waited for by a transaction that only reads', async () => {
    await db.transaction().execute((trx) => trx.selectFrom('settings').selectAll().execute());
    expect(disk.runs).toHaveLength(0);
  });
});

it('a log that is not there yet has nothing to wait for', async () => {
  const log = shareSync('/nowhere/vau.sqlite-wal');
  await log.wait();
  await log.close();
});
