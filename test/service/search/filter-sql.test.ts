import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Filter, type FilterCondition, limits } from '../../../src/contract/index.ts';
import { fileMeets } from '../../../src/service/search/filters/filter.ts';
import { mayMeet } from '../../../src/service/search/filters/filter-files.ts';
import { seeded } from '../../support/seeded.ts';
import { memoryStore } from '../store/support.ts';

const chance = seeded(10);
const TEXTS = [
  '',
  'red',
  'Red',
  '"quoted"',
  'back\\slash',
  'ä€😀',
  'line\nend',
  '1',
  '1.0',
  '1e0',
  ' 1',
  'true',
];
const VALUES: readonly unknown[] = [
  ...TEXTS,
  1,
  1.5,
  -0,
  1e21,
  true,
  false,
  null,
  { a: 'red' },
  [1, 'red', ['x']],
];
const WANTED = [
  ...TEXTS,
  '1.5',
  '0',
  '2',
  '7',
  '1e21',
  String(2 ** 60),
  'false',
  'null',
  '{"a":"red"}',
  'x',
  're%',
  '2026-01-02',
];
const OPERATORS = ['Equal', 'NotEqual', 'LessThan', 'GreaterThan', 'Like'] as const;
const LISTS = ['In', 'ContainsAny', 'ContainsAll'] as const;

let store: Awaited<ReturnType<typeof memoryStore>>;
let ids: string[];
beforeAll(async () => {
  store = await memoryStore();
  const values = () =>
    chance.below(5) === 0 ? null : JSON.stringify({ a: chance.pick(VALUES), b: chance.pick(VALUES) });
  const files = Array.from({ length: 150 }, () => ({
    id: randomUUID(),
    account_id: store.accountId,
    status: 'completed' as const,
    source: 'upload',
    filename: chance.pick(TEXTS),
    bytes: chance.pick([null, 0, 1, 2]),
    created_at: Date.parse('2026-01-01') + chance.below(3) * 86_400_000,
    metadata: values(),
    source_metadata: values(),
  }));
  await store.db.insertInto('files').values(files).execute();
  ids = files.map(({ id }) => id);
});
afterAll(() => store.close());

const conditionOn = (path: string): FilterCondition =>
  chance.below(3) === 0
    ? { path, operator: chance.pick(LISTS), valueTextArray: [chance.pick(WANTED), chance.pick(WANTED)] }
    : { path, operator: chance.pick(OPERATORS), valueText: chance.pick(WANTED) };

const some = (paths: readonly string[]) =>
  Array.from({ length: chance.below(3) }, () => conditionOn(chance.pick(paths)));

describe('the part of a filter that SQLite checks', () => {
  it('drops no file that meets the filter, whatever the values and conditions', async () => {
    const files = await store.db.selectFrom('files').selectAll().execute();
    let [met, dropped] = [0, 0];
    for (let round = 0; round < 200; round += 1) {
      const filter: Filter = {
        metadata: some(['a', 'b', 'a.a']),
        source_metadata: some(['a', 'b']),
        file: some(['bytes', 'created_at', 'filename', 'id', 'uri']),
      };
      const rows = await store.db.selectFrom('files').select('id').where(mayMeet(filter, 'files')).execute();
      const kept = new Set(rows.map(({ id }) => id));
      const good = files.filter((file) => fileMeets(filter, file)).map(({ id }) => id);
      expect(
        good.filter((id) => !kept.has(id)),
        JSON.stringify(filter),
      ).toEqual([]);
      met += good.length;
      dropped += ids.length - kept.size;
    }
    expect(met).toBeGreaterThan(100);
    expect(dropped).toBeGreaterThan(1_000);
  });

  it('takes the longest list of values', async () => {
    const valueTextArray = Array.from({ length: limits.filter.values }, (_, at) => `value ${at}`);
    const filter: Filter = { metadata: [{ path: 'a', operator: 'ContainsAll', valueTextArray }] };
    const rows = store.db.selectFrom('files').select('id').where(mayMeet(filter, 'files'));
    expect(await rows.execute()).toHaveLength(ids.length);
  });
});
