import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCluster } from '../../../../scripts/cluster.mjs';
import { openStore, type Store } from '../../../../src/service/store/open-store.ts';
import { isOnServer } from '../../../support/store.ts';

/** The server writes its log only when it is asked to: what it lost in a crash was not waited for. */
const SETTINGS = ['fsync=off', 'wal_writer_delay=10s', 'wal_writer_flush_after=0', 'autovacuum=off'];

describe.runIf(isOnServer)('[DB-1] what a server has acknowledged', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'vau-durable-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const add = (db: Store['db'], key: string) =>
    db.insertInto('settings').values({ key, value: 'v' }).execute();

  it('is there after a crash, in a transaction or not', async () => {
    const keys = [randomUUID(), randomUUID()] as const;
    let cluster = await startCluster(folder, SETTINGS);
    const store = await openStore(cluster.address());
    await add(store.db, 'before');
    await store.db.transaction().execute((trx) => add(trx, keys[0]));
    await add(store.db, keys[1]);
    await cluster.stop('immediate');
    await store.close();
    cluster = await startCluster(folder, SETTINGS);
    const again = await openStore(cluster.address());
    const rows = await again.db.selectFrom('settings').select('key').where('key', 'in', keys).execute();
    expect(rows.map(({ key }) => key).sort()).toEqual([...keys].sort());
    await again.close();
    await cluster.stop('immediate');
  });

  it('does not wait for the disk where nothing was written', async () => {
    const cluster = await startCluster(folder, SETTINGS);
    const store = await openStore(cluster.address());
    const end = async () => {
      const { rows } = await sql<{ at: string }>`select pg_current_wal_insert_lsn()::text as at`.execute(
        store.db,
      );
      return rows[0]?.at;
    };
    const before = await end();
    await store.db.transaction().execute((trx) => trx.selectFrom('settings').selectAll().execute());
    expect(await end()).toBe(before);
    await store.close();
    await cluster.stop('immediate');
  });
});
