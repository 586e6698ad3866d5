import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Filter, filterOperators } from '../../../src/contract/index.ts';
import { localAccount } from '../../../src/service/accounts/accounts.ts';
import { numbersThatMeet } from '../../../src/service/search/filters/file-values/conditions.ts';
import { fileMeets } from '../../../src/service/search/filters/filter.ts';
import { seeded } from '../../support/seeded.ts';
import { openTestService, type TestService } from '../../support/service.ts';

const { below, pick } = seeded(22);
const random = () => below(1000) / 1000;
const several = <Item>(items: readonly Item[]) => Array.from({ length: below(4) }, () => pick(items));

const TEXTS = [
  'front',
  'Front',
  'rear',
  '',
  ' ',
  'a_b',
  '50%',
  'Ärger',
  'ärger',
  'ΣΟΦΟΣ',
  '会议',
  '😀',
  '\uffee',
  'Zoë*',
];
const NUMERIC = [
  '7',
  '07',
  '7.0',
  ' 7 ',
  '0x10',
  '16',
  '1e3',
  '-0',
  '0',
  '0.30000000000000004',
  '1e400',
  'Infinity',
];
const NUMBERS = [7, 7.5, -3, 0, 16, 1000, 0.1 + 0.2, 2 ** 53, 1e21];
const LONG = 'long '.repeat(200);

/** Paths of metadata, each with the values that files have there. */
const PATHS: Record<string, readonly unknown[]> = {
  camera: TEXTS,
  take: NUMBERS,
  mixed: [...TEXTS, ...NUMERIC, ...NUMBERS, true, false, null],
  done: [true, false],
  notes: [...TEXTS, LONG],
  broken: ['a\u0000b', 'İstanbul', 'plain'],
};

function metadata(): string | null {
  if (random() < 0.1) return null;
  const kept = Object.entries(PATHS).filter(() => random() < 0.7);
  const values = kept.map(([path, among]) => [path, random() < 0.3 ? several(among) : pick(among)]);
  const deep =
    random() < 0.5 ? { crew: [{ name: pick(TEXTS), age: pick(NUMBERS) }, { name: pick(TEXTS) }] } : {};
  return JSON.stringify({ ...Object.fromEntries(values), ...deep, 'dotted.key': 'x' });
}

const files = Array.from({ length: 300 }, (_, at) => ({
  id: randomUUID(),
  status: 'completed' as const,
  source: 'upload',
  created_at: 1_000_000 + at,
  filename: `${pick([...TEXTS, ...NUMERIC])}${pick(['', '.mp4'])}`,
  bytes: at % 9 === 0 ? null : at,
  metadata: metadata(),
  video_info: random() < 0.5 ? null : JSON.stringify({ duration_seconds: at / 7, has_audio: at % 2 === 0 }),
  source_metadata: random() < 0.5 ? null : JSON.stringify({ owner: { email: pick(TEXTS) } }),
}));

const ASKED: readonly (readonly [keyof Filter, readonly string[]])[] = [
  ['metadata', [...Object.keys(PATHS), 'crew', 'crew.name', 'crew.age', 'dotted.key', 'unknown']],
  ['video_info', ['duration_seconds', 'has_audio']],
  ['source_metadata', ['owner.email', 'owner']],
  ['file', ['bytes', 'filename', 'uri', 'created_at', 'id']],
];
const WANTED = [
  ...[...TEXTS, ...NUMERIC, ...NUMBERS.map(String), 'true', 'false', '2026-01-01', LONG.trim()],
  ...files.slice(0, 3).flatMap(({ id, bytes }) => [id, `vau://files/${id}`, String(bytes)]),
];
const PATTERNS = [
  '*',
  'f*t',
  '%ront',
  '_ont',
  'är*',
  'ÄR*',
  'σοφ',
  '会?',
  '?',
  '50%',
  '*a*b*c*d*e*f*',
  'vau://*',
  '1*',
];

function condition(path: string): NonNullable<Filter['file']>[number] {
  const operator = pick(filterOperators);
  if (operator === 'Like') return { path, operator, valueText: pick([...PATTERNS, ...WANTED]) };
  if (operator === 'In' || operator.startsWith('Contains'))
    return { path, operator, valueTextArray: several(WANTED) };
  return { path, operator, valueText: pick(WANTED) };
}

function someFilter(): Filter {
  const filter: Filter = {};
  for (let left = random() < 0.7 ? 1 : 2; left > 0; left -= 1) {
    const [part, paths] = pick(ASKED);
    filter[part] = [...(filter[part] ?? []), condition(pick(paths))];
  }
  return filter;
}

let service: TestService;
let accountId: string;
let collection: string;

beforeAll(async () => {
  service = await openTestService({ checkAnswers: false });
  const { db } = service.context;
  accountId = await localAccount(db, 1);
  const named = { name: 'all', collection_type: 'metadata' };
  collection = (await service.call('POST', '/collections', named)).body.id;
  const rows = files.map((file) => ({ ...file, account_id: accountId }));
  await db.insertInto('files').values(rows).execute();
  const joined = rows.map(({ id }, at) => ({
    collection_id: collection,
    file_id: id,
    added_at: at,
    ...DONE,
  }));
  await db
    .insertInto('collection_files')
    .values(joined.map((row) => ({ ...row, account_id: accountId })))
    .execute();
});
afterAll(() => service.close());

const DONE = { status: 'completed' as const };

/** The names of the files that meet a filter, checked one by one, oldest first. */
const expected = (filter: Filter) => files.filter((file) => fileMeets(filter, file)).map(({ id }) => id);

async function listed(where: string, filter: Filter) {
  const query = `filter=${encodeURIComponent(JSON.stringify(filter))}&sort=asc&limit=100`;
  const ids: string[] = [];
  for (let offset = 0; ; offset += 100) {
    const { status, body } = await service.call('GET', `${where}?${query}&offset=${offset}`);
    expect(status, JSON.stringify(body)).toBe(200);
    ids.push(...body.data.map((one: { id: string; file_id?: string }) => one.file_id ?? one.id));
    if (ids.length >= body.total || body.data.length === 0) return { ids, total: body.total };
  }
}

describe('the index of what filters compare', () => {
  it('[LIST-1] gives the same files as a check of each, for 400 seeded filters', async () => {
    let inSql = 0;
    for (let round = 0; round < 400; round += 1) {
      const filter = someFilter();
      const ids = expected(filter);
      expect(await listed('/files', filter), JSON.stringify(filter)).toEqual({ ids, total: ids.length });
      if (await numbersThatMeet(service.context, accountId, filter)) inSql += 1;
    }
    // The others name a path with objects, long texts or both numbers and texts.
    expect(inSql).toBeGreaterThan(200);
  });

  it('gives the same files of a collection', async () => {
    for (let round = 0; round < 40; round += 1) {
      const filter = someFilter();
      const ids = expected(filter);
      expect(await listed(`/collections/${collection}/videos`, filter)).toEqual({ ids, total: ids.length });
    }
  });

  it('[LIST-1] follows a new name and new metadata in a collection', async () => {
    const where = `/collections/${collection}/videos`;
    const id = files[7]?.id ?? '';
    const last = async () =>
      (await service.call('GET', `${where}?order=filename&sort=desc&limit=1`)).body.data[0]?.file_id;
    expect(await last()).not.toBe(id);
    const change = { filename: '😀😀', metadata: { take: 815 } };
    expect((await service.call('PUT', `/files/${id}`, change)).status).toBe(200);
    expect(await last()).toBe(id);
    const filter: Filter = { metadata: [{ path: 'take', operator: 'Equal', valueText: '815' }] };
    expect((await listed(where, filter)).ids).toEqual([id]);
    const filtered = `filter=${encodeURIComponent(JSON.stringify(filter))}`;
    expect((await service.call('GET', `${where}?${filtered}&order=filename`)).body.total).toBe(1);
  });

  it('follows a change, and forgets what is deleted', async () => {
    const { db } = service.context;
    const id = files[5]?.id ?? '';
    const filter = (valueText: string): Filter => ({
      metadata: [{ path: 'take', operator: 'Equal', valueText }],
    });
    expect((await service.call('PUT', `/files/${id}`, { metadata: { take: 4711 } })).status).toBe(200);
    expect((await listed('/files', filter('4711'))).ids).toEqual([id]);
    await db.deleteFrom('files').where('id', '=', id).execute();
    expect((await listed('/files', filter('4711'))).ids).toEqual([]);
    const left = await db.selectFrom('file_values').select('file').distinct().execute();
    expect(left).toHaveLength(files.length - 1);
  });
});
