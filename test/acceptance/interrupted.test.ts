/** Ctrl-C while something is processed: the result names what was sent. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Arrived, choosing, stage } from './harness.ts';
import { live } from './live.ts';

const { service, home } = await stage(({ method, path: route, query }: Arrived) => {
  const id = /\/(?:files|videos)\/(f-\d+|0b6a[\w-]+)/.exec(route)?.[1];
  if (method === 'POST' && route.endsWith('/files')) {
    made += 1;
    return { status: 201, json: { id: `f-${made}`, object: 'file', status: 'processing' } };
  }
  if (method === 'POST')
    return { status: 201, json: { collection_id: 'c', file_id: added, status: 'processing' } };
  if (id !== undefined && route.includes('/videos/'))
    return { json: { collection_id: 'c', file_id: id, status: 'processing' } };
  if (id !== undefined) return { json: { id, object: 'file', status: 'processing' } };
  if (route.endsWith('/collections/c')) return { json: { id: 'c', name: 'c', collection_type: 'entities' } };
  return { json: { object: 'list', data: [], total: 0, limit: 100, offset: Number(query.offset ?? 0) } };
});
let made = 0;
const added = '0b6a1a52-9f3c-4c1e-8a51-000000000001';
const collection = '0b6a1a52-9f3c-4c1e-8a51-000000000009';

/** Runs it until the service was asked for the state of this many, then interrupts it. */
async function interrupted(line: readonly string[], states: number, signal: NodeJS.Signals = 'SIGINT') {
  made = 0;
  mkdirSync(home.folder, { recursive: true });
  for (const name of ['a.srt', 'b.srt'])
    writeFileSync(path.join(home.folder, name), `1\n00:00:00,000 --> 00:00:01,000\n${name}\n`);
  const running = live(home.folder, line, choosing(service));
  const polled = () =>
    new Set(
      service.arrived
        .filter(({ method, path: route }) => method === 'GET' && /\/(?:f-\d+|0b6a[\w-]+1)$/.test(route))
        .map(({ path: route }) => route),
    ).size;
  await expect.poll(polled, { timeout: 30_000, interval: 20 }).toBe(states);
  running.signal(signal);
  return running.ended;
}

const upload = ['file', 'upload', 'a.srt', 'b.srt', '--wait', '--no-preflight'];

describe('an interrupted wait', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'gives a row for each file that was sent, after %s',
    async (signal) => {
      const { status, stdout } = await interrupted([...upload, '-o', 'json'], 2, signal);
      expect(status).toBe(130);
      const rows = JSON.parse(stdout) as { result: { id: string } }[];
      expect(rows).toMatchObject([
        { ok: false, exit_status: 130, sent: true },
        { ok: false, exit_status: 130, sent: true },
      ]);
      expect(rows.map(({ result }) => result.id).sort()).toEqual(['f-1', 'f-2']);
    },
  );

  it('gives lines of JSON, and does not call failed what goes on', async () => {
    const { status, stdout, stderr } = await interrupted([...upload, '-o', 'ndjson'], 2);
    expect(status).toBe(130);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((text) => (JSON.parse(text) as { ok: boolean }).ok),
    ).toEqual([false, false]);
    expect(stderr).toContain('0 done, 0 failed, 2 not finished');
  });

  it('gives a single file', async () => {
    const line = ['file', 'upload', 'a.srt', '--wait', '-o', 'json', '--no-preflight'];
    const { status, stdout } = await interrupted(line, 1);
    expect([status, JSON.parse(stdout)]).toMatchObject([130, { id: 'f-1', status: 'processing' }]);
  });

  it('gives a row for each file that was added to a collection', async () => {
    writeFileSync(path.join(home.folder, 'rows.csv'), `file_id\n${added}\n`);
    const line = ['media', 'add', collection, '--from', 'rows.csv', '--wait', '-o', 'ndjson'];
    const { status, stdout } = await interrupted(line, 1);
    expect(status).toBe(130);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, exit_status: 130, result: { file_id: added } });
  });
});
