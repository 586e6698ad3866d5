/** --from as a stream: results before the end of the input, and constant memory. */
import { execFileSync, spawn } from 'node:child_process';
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describe, expect, it } from 'vitest';
import { bin, choosing, type Ended, run, stage } from './harness.ts';

const uuid = (index: number) => `0b6a1a52-9f3c-4c1e-8a51-${String(index).padStart(12, '0')}`;
const good = ({ path: route }: { path: string }) => ({ json: { id: route.split('/').at(-1) } });
const { service, home } = await stage(good);
const at = (name: string) => path.join(home.folder, name);

const lines = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** A run whose input is still open. */
function piped(
  args: readonly string[],
  options: { env?: Record<string, string>; from?: 'pipe' | 'ignore' } = {},
) {
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: home.folder,
    env: { PATH: process.env.PATH, HOME: home.folder, ...choosing(service), ...options.env },
    stdio: [options.from ?? 'pipe', 'pipe', 'pipe'],
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  let [stdout, stderr] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  // A receiver that stops reading closes its input.
  child.stdin?.on('error', () => undefined);
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (status) => resolve({ status, stdout, stderr }));
  });
  const results = (count: number) => expect.poll(() => lines(stdout), { interval: 20 }).toHaveLength(count);
  return { child, ended, results, write: (text: string) => child.stdin?.write(text) };
}

const deletion = ['file', 'delete', '--from', '-', '--yes'];

describe('--from - while the input is still open', () => {
  it('prints the first result before the second row arrives', async () => {
    const { write, child, results, ended } = piped(deletion);
    write(`${uuid(1)}\n`);
    await results(1);
    write(`${uuid(2)}\n`);
    await results(2);
    child.stdin?.end();
    const { status, stdout, stderr } = await ended;
    expect({ status, stderr }).toEqual({ status: 0, stderr: '2 done, 0 failed\n' });
    expect(lines(stdout)).toMatchObject(
      [1, 2].map((line) => ({ line, ok: true, result: { id: uuid(line) } })),
    );
  });

  it('reads a named pipe the same way', async () => {
    execFileSync('mkfifo', [at('rows')]);
    const { results, ended } = piped(['file', 'delete', '--from', 'rows', '--yes'], { from: 'ignore' });
    const rows = createWriteStream(at('rows'));
    rows.write(`{"id": "${uuid(1)}"}\n`);
    await results(1);
    rows.end(`{"id": "${uuid(2)}"}\n`);
    expect(await ended).toMatchObject({ status: 0, stderr: '2 done, 0 failed\n' });
  });

  it('starts rows in order', async () => {
    const all = Array.from({ length: 40 }, (_, index) => uuid(index));
    const ended = await run(home.folder, [...deletion, '--concurrency', '1'], {
      env: choosing(service),
      stdin: all.join('\n'),
    });
    expect(lines(ended.stdout).map(({ line }) => line)).toEqual(all.map((_, index) => index + 1));
    expect(service.arrived.map(({ path: route }) => route.split('/').at(-1))).toEqual(all);
  });

  it('prints results exactly as the service sent them', async () => {
    service.script = () => ({
      text: '{"id":"x","size":12345678901234567890}',
      headers: { 'content-type': 'application/json' },
    });
    const line = [...deletion, '--resume', 'exact.ndjson'];
    const { stdout } = await run(home.folder, line, { env: choosing(service), stdin: uuid(1) });
    for (const text of [stdout, readFileSync(at('exact.ndjson'), 'utf8')])
      expect(text).toContain('"size":12345678901234567890');
  });

  it('-o json is one array in the order of the rows, whichever finishes first', async () => {
    const all = Array.from({ length: 20 }, (_, index) => uuid(index));
    const ended = await run(home.folder, [...deletion, '--concurrency', '8', '-o', 'json'], {
      env: choosing(service),
      stdin: all.join('\n'),
    });
    expect(JSON.parse(ended.stdout).map(({ line }: { line: number }) => line)).toEqual(
      all.map((_, index) => index + 1),
    );
  });

  it('[LIM-1] an invalid row is a failed result, and the other rows run', async () => {
    const rows = [`{"id": "${uuid(1)}"}`, 'no json', '{"name": "no id"}', `{"id": "${uuid(2)}"}`];
    const stdin = rows.join('\n');
    const ended = await run(home.folder, deletion, { env: choosing(service), stdin });
    expect(ended).toMatchObject({ status: 2, stderr: '2 done, 2 failed\n' });
    const results = lines(ended.stdout).sort((a, b) => a.line - b.line);
    expect(results.map(({ ok }) => ok)).toEqual([true, false, false, true]);
    expect(results[1]).toMatchObject({ exit_status: 2, error: { code: 'usage' } });
    expect(results[1].error.message).toContain('--from: line 2 of standard input is not JSON');
    expect(results[2]).toMatchObject({ input: { name: 'no id' }, error: { message: expect.any(String) } });
    expect(service.arrived).toHaveLength(2);
  });

  it('characters, line ends and quotation marks may be split across chunks', async () => {
    const url = (name: string) => `https://example.com/${name}.mp4`;
    const csv = `\ufeffurl,"na\r\nme"\r\n"${url('größe')}","one\n\n""two"""\r\n\r\n${url('日本')},x`;
    const { child, ended } = piped(['media', 'add', uuid(9), '--from', '-', '--concurrency', '1']);
    for (const byte of Buffer.from(csv))
      await new Promise((resolve) => child.stdin?.write(Buffer.of(byte), resolve));
    child.stdin?.end();
    const { status, stdout } = await ended;
    expect(status).toBe(0);
    expect(lines(stdout).map(({ line, input }) => [line, input])).toEqual([
      [3, { url: url('größe') }],
      [7, { url: url('日本') }],
    ]);
  });

  it('refuses a line without an end', async () => {
    const { child, ended } = piped(deletion);
    child.stdin?.end('x'.repeat(17 * 1024 * 1024));
    const { status, stdout, stderr } = await ended;
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('line 1 of standard input is longer than 16 MiB');
  });

  it('invalid CSV ends the run after the requests in progress', async () => {
    const stdin = `id,name\n${uuid(1)},"two\nlines"\n${uuid(2)},a"b\n${uuid(3)},x\n`;
    const ended = await run(home.folder, deletion, { env: choosing(service), stdin });
    expect(ended.status).toBe(2);
    expect(lines(ended.stdout)).toMatchObject([{ line: 2, ok: true }]);
    expect(ended.stderr).toContain('1 done, 0 failed, the rest not tried');
    expect(ended.stderr).toContain('Error: --from: line 4 of standard input has a misplaced quotation mark');
  });

  it('stops reading without a sign-in, although the input is still open', async () => {
    service.script = () => ({ status: 401, json: { error: 'who are you' } });
    const { write, ended } = piped(deletion);
    write(`${uuid(1)}\n`);
    const { status, stdout, stderr } = await ended;
    expect(status).toBe(3);
    expect(lines(stdout)).toMatchObject([{ ok: false, exit_status: 3 }]);
    expect(stderr).toBe('0 done, 1 failed, the rest not tried (who are you)\n');
  });

  it('stops when the reader has closed the pipe, and the journal has the finished rows', async () => {
    const { child, write, results, ended } = piped([...deletion, '--resume', 'unread.ndjson']);
    write(`${uuid(1)}\n`);
    await results(1);
    child.stdout?.destroy();
    write(`${uuid(2)}\n`);
    const { status, stderr } = await ended;
    expect(status).toBe(141);
    expect(stderr).toBe('2 done, 0 failed, the rest not tried (the reader closed the pipe)\n');
    expect(lines(readFileSync(at('unread.ndjson'), 'utf8'))).toMatchObject([{ line: 1 }, { line: 2 }]);
  });

  it('Ctrl-C ends it while it waits for the next row', async () => {
    const { child, write, results, ended } = piped([...deletion, '--resume', 'broken.ndjson']);
    write(`${uuid(1)}\n`);
    await results(1);
    child.kill('SIGINT');
    const { status, stderr } = await ended;
    expect(status).toBe(130);
    expect(stderr).toBe('1 done, 0 failed, the rest not finished (Interrupted)\n');
    expect(lines(readFileSync(at('broken.ndjson'), 'utf8'))).toMatchObject([{ line: 1, ok: true }]);
  });

  it('--resume skips finished rows of a pipe, and counts them', async () => {
    const line = [...deletion, '--resume', 'piped.ndjson'];
    const stdin = [1, 2].map(uuid).join('\n');
    service.script = (request) =>
      request.path.endsWith('2') ? { status: 404, json: { error: 'gone' } } : good(request);
    expect((await run(home.folder, line, { env: choosing(service), stdin })).status).toBe(5);
    service.arrived.length = 0;
    service.script = good;
    const again = await run(home.folder, line, { env: choosing(service), stdin: `${stdin}\n${uuid(3)}` });
    expect(again).toMatchObject({
      status: 0,
      stderr: '1 were already done according to piped.ndjson\n2 done, 0 failed\n',
    });
    expect(service.arrived.map(({ path: route }) => route.slice(-1)).sort()).toEqual(['2', '3']);
  });

  it('[DEL-4] needs --yes before it reads more rows', async () => {
    const { write, ended } = piped(['file', 'delete', '--from', '-']);
    write(`${uuid(1)}\n`);
    const { status, stdout, stderr } = await ended;
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(
      `vau file delete for each row of standard input, on ${service.url} (VAU_BASE_URL)?`,
    );
    expect(stderr).toContain('Everything derived from it is deleted too');
    expect(stderr).toContain('Add --yes');
    expect(service.arrived).toEqual([]);
  });
});

describe('--from with more data than memory', () => {
  /** The smallest heap that it needs; the rows are 90 MB, the journal too. */
  const env = { NODE_OPTIONS: '--max-old-space-size=48' };
  const count = 3000;
  /** Every tenth row is new, the others repeat the one before. */
  function* rows() {
    const padding = 'x'.repeat(30_000);
    for (let index = 0; index < count; index += 1)
      yield `${JSON.stringify({ id: uuid(Math.floor(index / 10)), padding })}\n`;
  }
  const dry = ['file', 'delete', '--dry-run', '--yes', '--from'];

  it('a pipe', async () => {
    const { child, ended } = piped([...dry, '-'], { env });
    await pipeline(Readable.from(rows()), child.stdin ?? createWriteStream('/dev/null'));
    const { status, stdout, stderr } = await ended;
    expect({ status, stderr }).toEqual({ status: 0, stderr: `${count / 10} done, 0 failed\n` });
    expect(lines(stdout)).toHaveLength(count / 10);
  });

  it('a file, and a journal in which every row is done', async () => {
    await pipeline(Readable.from(rows()), createWriteStream(at('many.ndjson')));
    const { stdout, status } = await piped([...dry, 'many.ndjson'], { env, from: 'ignore' }).ended;
    expect(status).toBe(0);
    const padding = 'x'.repeat(300_000);
    const kept = lines(stdout).map((one) => `${JSON.stringify({ ...one, padding })}\n`);
    writeFileSync(at('done.ndjson'), '');
    await pipeline(Readable.from(kept), createWriteStream(at('done.ndjson')));
    const line = ['file', 'delete', '--yes', '--from', 'many.ndjson', '--resume', 'done.ndjson'];
    expect(await piped(line, { env, from: 'ignore' }).ended).toEqual({
      status: 0,
      stdout: '',
      stderr: `${count / 10} of ${count / 10} are already done according to done.ndjson\n0 done, 0 failed\n`,
    });
  });
});
