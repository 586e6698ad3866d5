import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../src/service/store/open-store.ts';
import { signingKey } from '../../../src/service/store/settings.ts';
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
});
