import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore, type Store } from '../../../src/service/store/open-store.ts';
import { readOnce, versionOf } from '../../../src/service/store/sql/version.ts';
import { temporaryData } from './support.ts';

let data: Awaited<ReturnType<typeof temporaryData>>;
let store: Store;
let other: Store;

beforeEach(async () => {
  data = await temporaryData();
  store = await openStore(data.dataDir);
  other = await openStore(data.dataDir);
});

afterEach(async () => {
  await other.close();
  await store.close();
  await data.remove();
});

const add = ({ db }: Store, key: string) => db.insertInto('settings').values({ key, value: 'v' }).execute();
const count = () => store.db.selectFrom('settings').selectAll().execute();

it('the version of a store changes with every write, here or through another connection, and only then', async () => {
  const seen = [await versionOf(store.db)];
  for (const writer of [store, other, store, other, other]) {
    await add(writer, String(seen.length));
    seen.push(await versionOf(store.db));
    await count();
    expect(await versionOf(store.db)).toBe(seen.at(-1));
  }
  expect(new Set(seen).size).toBe(seen.length);
});

it('what was read is kept until the store changes', async () => {
  let reads = 0;
  const read = () =>
    readOnce(store.db, 'settings', async () => {
      reads += 1;
      return (await count()).length;
    });
  expect([await read(), await read(), reads]).toEqual([0, 0, 1]);
  await add(other, 'a');
  expect([await read(), await read(), reads]).toEqual([1, 1, 2]);
  await add(store, 'b');
  expect([await read(), reads]).toEqual([2, 3]);
});

it('only the results asked for last are kept', async () => {
  let reads = 0;
  const read = (name: string) =>
    readOnce(store.db, name, async () => {
      reads += 1;
    });
  for (let name = 0; name < 9; name += 1) await read(String(name));
  await read('8');
  expect(reads).toBe(9);
  await read('0');
  expect(reads).toBe(10);
});
