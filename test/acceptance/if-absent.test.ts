/** --if-absent of collection, webhook, tag and share create, also when another process looks at the same moment. */
import { describe, expect, it } from 'vitest';
import { choosing, stage } from './harness.ts';
import { runInProcess } from './in-process.ts';

const a = '0b6a1a52-9f3c-4c1e-8a51-000000000001';
const { service } = await stage();

const [endpoint, file] = ['https://example.com/hook', '0b6a1a52-9f3c-4c1e-8a51-00000000000f'];
const cases = [
  ['collection', ['Talks', '--type', 'media-descriptions'], { name: 'Talks' }, { name: 'Talk' }],
  ['webhook', [endpoint], { endpoint }, { endpoint: `${endpoint}s` }],
  [
    'tag',
    [file, '--label', 'topic', '--value', 'boats'],
    { label: 'topic', value: 'boats', segment_id: null },
    { label: 'topic', value: 'boats', segment_id: a },
  ],
] as const;

describe('--if-absent', () => {
  it.each(cases)('%s create returns the one that is there', async (noun, words, same, other) => {
    const line = [noun, 'create', ...words, '--if-absent', '--query', 'id'];
    const rows = [
      { id: 'other', ...other },
      { id: a, ...same },
    ];
    let data: readonly object[] = rows;
    service.script = ({ method }) => ({
      json:
        method === 'GET'
          ? { object: 'list', data, total: data.length, limit: 100, offset: 0 }
          : { id: 'new' },
    });
    expect(await runInProcess(line, choosing(service))).toMatchObject({
      status: 0,
      stdout: `${a}\n`,
      stderr: expect.stringContaining('already exists; it was not changed'),
    });
    expect(service.arrived.map(({ method }) => method)).toEqual(['GET']);
    data = rows.slice(0, 1);
    expect(await runInProcess(line, choosing(service))).toMatchObject({ status: 0, stdout: 'new\n' });
    expect(service.arrived.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect(service.arrived.filter(({ method }) => method === 'DELETE')).toEqual([]);
  });

  it.each(cases)('%s create refuses none that another process made meanwhile', async (noun, words, same) => {
    const made = { id: 'new', ...same };
    const older = { id: a, ...same };
    let [looks, data]: [number, readonly object[]] = [0, []];
    service.script = ({ method }) => {
      if (method === 'GET') {
        looks += 1;
        return { json: { object: 'list', data: looks === 1 ? [] : data, total: data.length } };
      }
      // A collection has a unique name; of the others the service makes one more, listed with the newest first.
      data = noun === 'collection' ? [older] : [made, older];
      return noun === 'collection' && method === 'POST'
        ? { status: 409, json: { error: 'a collection of this name already exists' } }
        : { json: made };
    };
    const line = [noun, 'create', ...words, '--if-absent', '--query', 'id'];
    expect(await runInProcess(line, choosing(service))).toMatchObject({
      status: 0,
      stdout: `${a}\n`,
      stderr: expect.stringContaining('already exists; it was not changed'),
    });
    const deleted = service.arrived.filter(({ method }) => method === 'DELETE').map((one) => one.path);
    expect(deleted).toEqual(noun === 'collection' ? [] : [`/v1/${noun}s/new`]);
  });

  it('keeps its own where it is the oldest, and the newer ones too', async () => {
    const row = { label: 'topic', value: 'boats' };
    let data: readonly object[] = [];
    service.script = ({ method }) => {
      if (method === 'GET') return { json: { object: 'list', data, total: data.length } };
      data = [
        { id: 'newer', ...row },
        { id: 'new', ...row },
      ];
      return { json: { id: 'new', ...row } };
    };
    const line = ['tag', 'create', file, '--label', 'topic', '--value', 'boats', '--if-absent'];
    expect(await runInProcess([...line, '--query', 'id'], choosing(service))).toMatchObject({
      status: 0,
      stdout: 'new\n',
    });
    expect(service.arrived.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']);
  });

  it('refuses one that is there but not as asked, and lists what differs', async () => {
    const there = {
      ...{ id: a, name: 'Talks', collection_type: 'moments', description: 'All' },
      extract_config: { prompt: 'People' },
    };
    service.script = () => ({ json: { object: 'list', data: [there], total: 1 } });
    const line = ['collection', 'create', 'Talks', '--if-absent', '--query', 'id', '--type'];
    const other = await runInProcess([...line, 'metadata', '--description', 'Some'], choosing(service));
    expect(other).toMatchObject({ status: 6, stdout: '' });
    expect(other.stderr).toContain(
      `Collection ${a} is there already, but not as asked: collection_type ("moments" there, "metadata" here), description ("All" there, "Some" here)`,
    );
    expect(other.stderr).toContain(`Next: vau collection get ${a}`);
    const same = await runInProcess([...line, 'moments', '--description', 'All'], choosing(service));
    expect(same).toMatchObject({ status: 0, stdout: `${a}\n` });
    const upload = ['file', 'upload', 'README.md', '--no-preflight', '--collection', 'Talks', '--create'];
    service.script = ({ path: route }) => ({
      json: route.endsWith(a) ? there : { object: 'list', data: [there], total: 1 },
    });
    const sent = await runInProcess([...upload, '--collection-type', 'metadata'], choosing(service));
    expect(sent).toMatchObject({
      status: 6,
      stdout: '',
      stderr: expect.stringContaining('collection_type ("moments" there, "metadata" here)'),
    });
    expect(service.arrived.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('share create --clip cuts one clip for two processes', async () => {
    const spanOf = (id: string, status: string) => ({
      ...{ segmentation_id: id, file_id: file, status, created_at: 1 },
      segmentation_config: {
        strategy: 'manual',
        manual_config: { segments: [{ start_time: 1, end_time: 3 }] },
      },
      data: { segments: [{ id: `segment-${id}`, start_time: 1, end_time: 3 }] },
    });
    service.script = ({ method, path: route }) => {
      if (route.endsWith('/share')) return { json: { id: 'share', object: 'share' } };
      if (method === 'POST') return { json: spanOf('new', 'pending') };
      if (route.endsWith('/segments')) return { json: { object: 'list', data: [], total: 0 } };
      if (!route.endsWith('/segmentations')) return { json: spanOf(a, 'completed') };
      const data = [spanOf('new', 'pending'), spanOf(a, 'pending'), spanOf('bad', 'failed')];
      return { json: { object: 'list', data, total: 3 } };
    };
    const line = ['share', 'create', file, '--clip', '1-3', '--if-absent'];
    expect((await runInProcess(line, choosing(service))).status).toBe(0);
    const changes = service.arrived.filter(({ method }) => method !== 'GET');
    expect(changes.map(({ method, path: route }) => `${method} ${route}`)).toEqual([
      `POST /v1/files/${file}/segmentations`,
      'DELETE /v1/segmentations/new',
      expect.stringMatching(/^POST \/v1\/share/),
    ]);
    expect(changes.at(-1)?.body).toMatchObject({ file_segment_id: `segment-${a}` });
  });

  it('a webhook without an endpoint has nothing to be known by', async () => {
    expect((await runInProcess(['webhook', 'create', '--if-absent'], choosing(service))).status).toBe(2);
    expect(service.arrived).toEqual([]);
  });
});

describe('what was never read', () => {
  it.each([
    ['media-description', 'failed', 10, 'no sound'],
    ['rich-transcript', 'failed', 10, 'no sound'],
    ['entity', 'failed', 10, 'no sound'],
    ['media-description', 'pending', 6, 'not processed yet'],
    ['entity', 'processing', 6, 'not processed yet'],
    ['media-description', 'completed', 0, ''],
  ])('%s get of a file that is %s ends with %i', async (noun, status, ended, said) => {
    const empty = { collection_id: a, file_id: file, title: 'Cut', speech: [], entities: {}, providers: {} };
    service.script = ({ path: route }) => ({
      json: /(descriptions|transcripts|entities)$/.test(route)
        ? empty
        : { file_id: file, status, ...(status === 'failed' && { error: 'it has no sound' }) },
    });
    const found = await runInProcess([noun, 'get', a, file], choosing(service));
    expect([found.status, found.stdout === '']).toEqual([ended, ended !== 0]);
    expect(found.stderr).toContain(said);
    if (ended !== 0) expect(found.stderr).toContain('Next: vau ');
  });
});
