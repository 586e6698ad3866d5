/** --if-absent of collection, webhook and tag create. */
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
    expect(service.arrived.at(-1)?.method).toBe('POST');
  });

  it('a webhook without an endpoint has nothing to be known by', async () => {
    expect((await runInProcess(['webhook', 'create', '--if-absent'], choosing(service))).status).toBe(2);
    expect(service.arrived).toEqual([]);
  });
});
