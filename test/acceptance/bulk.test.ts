import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { choosing, run, stage } from './harness.ts';

const uuid = (index: number) => `0b6a1a52-9f3c-4c1e-8a51-${String(index).padStart(12, '0')}`;
const { service, home } = await stage(({ path: route }) => ({ json: { id: route.split('/').at(-1) } }));

const vau = (args: string[], stdin = '') => run(home.folder, args, { env: choosing(service), stdin });
const lines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
const put = (name: string, text: string) => writeFileSync(path.join(home.folder, name), text);
const paths = () => service.arrived.map(({ path: route }) => route).sort();

describe('--from', () => {
  it('runs for each row, with one line of ndjson per result', async () => {
    service.script = ({ path: route }) => ({ json: { id: route.split('/').at(-1) } });
    const rows = [1, 2, 3].map((index) =>
      JSON.stringify({ id: uuid(index), filename: 'a', status: 'failed' }),
    );
    const ended = await vau(['file', 'delete', '--from', '-', '--yes'], rows.join('\n'));
    expect(ended.status).toBe(0);
    expect(ended.stderr).toBe('3 done, 0 failed\n');
    const results = lines(ended.stdout).sort((a, b) => a.line - b.line);
    expect(results).toMatchObject(
      [1, 2, 3].map((line) => ({ line, ok: true, exit_status: 0, result: { id: uuid(line) } })),
    );
    expect(paths()).toEqual([1, 2, 3].map((index) => `/v1/files/${uuid(index)}`));
  });

  it.each([
    ['ids, one a line', 'ids.txt', `${uuid(1)}\n\n${uuid(2)}\n`],
    ['CSV with a head', 'files.csv', `name,file_id\r\n"a, ""b""",${uuid(1)}\r\nc,${uuid(2)}\r\n`],
    ['CSV on its name alone', 'list.txt', `id,name\n${uuid(1)},"two\nlines"\n${uuid(2)},x\n`],
    ['ndjson of ids', 'ids.ndjson', `"${uuid(1)}"\n"${uuid(2)}"\n`],
  ])('reads %s', async (_, name, text) => {
    put(name, text);
    expect((await vau(['media', 'add', uuid(9), '--from', name])).status).toBe(0);
    expect(service.arrived.map(({ path: route, body }) => [route, body])).toEqual(
      expect.arrayContaining(
        [1, 2].map((index) => [`/v1/collections/${uuid(9)}/media`, { file_id: uuid(index) }]),
      ),
    );
  });

  it('[LIM-1] checks every row before the first is sent', async () => {
    put('bad.txt', `${uuid(1)}\nnot-a-uuid\n`);
    const attach = ['moment-criteria', 'attach', '--name', 'p', '--instructions', 'x'];
    const ended = await vau([...attach, '--from', 'bad.txt']);
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr).toContain('--from, line 2');
    expect(ended.stderr).toContain('UUID');
    put('bare.ndjson', '{"name": "x"}\n');
    expect((await vau(['tag', 'delete', '--from', 'bare.ndjson', '--yes'])).stderr).toContain(
      'tag_id is missing',
    );
    // What is not a UUID may be a name, which is looked up.
    expect(service.arrived.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('[DEL-4] asks once for all rows: without a terminal it needs --yes', async () => {
    put('two.txt', `${uuid(1)}\n${uuid(2)}\n`);
    const ended = await vau(['share', 'delete', '--from', 'two.txt']);
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr).toContain('for 2 rows of two.txt, on');
    expect(service.arrived).toEqual([]);
  });

  it('continues after a failure, and exits with its status', async () => {
    service.script = ({ path: route }) =>
      route.endsWith('2') ? { status: 404, json: { error: 'not there' } } : { json: { id: 'x' } };
    put('three.txt', [1, 2, 3].map(uuid).join('\n'));
    const ended = await vau(['tag', 'delete', '--from', 'three.txt', '--yes']);
    expect(ended.status).toBe(5);
    expect(ended.stderr).toBe('2 done, 1 failed\n');
    expect(lines(ended.stdout).find(({ ok }) => !ok)).toMatchObject({
      line: 2,
      input: { tag_id: uuid(2) },
      error: { code: 'not_found', message: 'not there', status: 404 },
    });
  });

  it('stops at errors that affect every row', async () => {
    service.script = () => ({ status: 401, json: { error: 'who are you' } });
    put('many.txt', Array.from({ length: 50 }, (_, index) => uuid(index)).join('\n'));
    const ended = await vau(['tag', 'delete', '--from', 'many.txt', '--yes', '--concurrency', '2']);
    expect(ended.status).toBe(3);
    expect(ended.stderr).toMatch(/not tried \(who are you\)/);
    expect(service.arrived.length).toBeLessThan(5);
  });

  it('limits concurrency', async () => {
    const held: ServerResponse[] = [];
    let most = 0;
    // Responds only when there are three requests.
    const server = createServer((_, response) => {
      most = Math.max(most, held.push(response));
      if (held.length < 3) return;
      for (const one of held.splice(0)) one.setHeader('content-type', 'application/json').end('{"id":"x"}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const env = {
      VAU_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
      VAU_TOKEN: 't',
    };
    put('nine.txt', Array.from({ length: 9 }, (_, index) => uuid(index)).join('\n'));
    const line = ['tag', 'delete', '--from', 'nine.txt', '--yes', '--concurrency'];
    expect((await run(home.folder, [...line, '3'], { env })).status).toBe(0);
    expect(most).toBe(3);
    expect((await run(home.folder, [...line, '0'], { env })).status).toBe(2);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('waits for each, and reports the failed ones', async () => {
    service.script = ({ path: route }) => ({
      json: { id: 'x', status: route.endsWith('2') ? 'failed' : 'completed' },
    });
    const rows = [1, 2]
      .map((index) => JSON.stringify({ collection_id: uuid(9), file_id: uuid(index) }))
      .join('\n');
    const ended = await vau(['wait', 'collection-file', '--from', '-', '--interval', '0.1'], rows);
    expect(ended.status).toBe(10);
    expect(
      lines(ended.stdout)
        .map(({ ok, exit_status }) => [ok, exit_status])
        .sort(),
    ).toEqual([
      [false, 10],
      [true, 0],
    ]);
    expect(paths()).toEqual([1, 2].map((index) => `/v1/collections/${uuid(9)}/videos/${uuid(index)}`));
  });

  it('--dry-run shows each request and sends none', async () => {
    const ended = await vau(['file', 'delete', '--from', '-', '--dry-run'], `${uuid(1)}\n${uuid(2)}\n`);
    expect(ended.status).toBe(0);
    expect(lines(ended.stdout).map(({ result }) => result.method)).toEqual(['DELETE', 'DELETE']);
    expect(service.arrived).toEqual([]);
  });
});

describe('--resume', () => {
  it('skips rows that the journal lists as done, and retries failed ones', async () => {
    service.script = ({ path: route }) =>
      route.endsWith('2') ? { status: 409, json: { error: 'busy' } } : { json: { id: 'x' } };
    put('rows.txt', [1, 2, 3].map(uuid).join('\n'));
    const line = ['file', 'delete', '--from', 'rows.txt', '--yes', '--resume', 'journal.ndjson'];
    expect((await vau(line)).status).toBe(6);
    // As a process leaves it that was killed in the middle of a line.
    const journal = path.join(home.folder, 'journal.ndjson');
    writeFileSync(journal, `${readFileSync(journal, 'utf8')}{"line":3,"ke`);
    service.arrived.length = 0;
    service.script = () => ({ json: { id: 'x' } });
    const ended = await vau(line);
    expect(ended).toMatchObject({
      status: 0,
      stderr: '2 of 3 are already done according to journal.ndjson\n1 done, 0 failed\n',
    });
    expect(paths()).toEqual([`/v1/files/${uuid(2)}`]);
    service.arrived.length = 0;
    expect((await vau(line)).stdout).toBe('');
    expect(service.arrived).toEqual([]);
  });
});
