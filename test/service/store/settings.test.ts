import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../src/service/store/open-store.ts';
import { signingKey } from '../../../src/service/store/sql/settings.ts';
import { temporaryData } from './support.ts';

let data: Awaited<ReturnType<typeof temporaryData>>;

beforeEach(async () => {
  data = await temporaryData();
});

afterEach(() => data.remove());

describe('settings', () => {
  it('have one signing key, whoever comes first, and after a restart', async () => {
    const stores = await Promise.all([openStore(data.dataDir), openStore(data.dataDir)]);
    const keys = await Promise.all(stores.map(({ db }) => signingKey(db)));
    expect(keys[0]).toHaveLength(32);
    expect(keys[0]).toEqual(keys[1]);
    for (const store of stores) await store.close();
    const again = await openStore(data.dataDir);
    expect(await signingKey(again.db)).toEqual(keys[0]);
    await again.close();
  });

  it('read the signing key once, so that an address is signed without the store', async () => {
    const store = await openStore(data.dataDir);
    const key = await signingKey(store.db);
    await store.db.deleteFrom('settings').execute();
    expect(await signingKey(store.db)).toEqual(key);
    await store.close();
  });

  it('keep the key that another process made first', async () => {
    const [mine, theirs] = [await openStore(data.dataDir), await openStore(data.dataDir)];
    const key = await signingKey(theirs.db);
    expect(await signingKey(mine.db)).toEqual(key);
    for (const store of [mine, theirs]) await store.close();
  });

  it('try a failed read of the signing key again', async () => {
    const store = await openStore(data.dataDir);
    await sql`alter table settings rename to elsewhere`.execute(store.db);
    await expect(signingKey(store.db)).rejects.toThrow(/no such table/);
    await sql`alter table elsewhere rename to settings`.execute(store.db);
    expect(await signingKey(store.db)).toHaveLength(32);
    await store.close();
  });
});
