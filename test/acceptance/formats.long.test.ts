import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Arrived, bin, choosing, intoClosedPipe, run, scripted, stage } from './harness.ts';

const { service, home } = await stage();

const vau = (...args: string[]) => run(home.folder, args, { env: choosing(service) });

const file = (index: number, more: object = {}) => ({
  id: `f${index}`,
  status: index % 2 ? 'failed' : 'completed',
  bytes: 1536 + index,
  created_at: 1777000000123,
  filename: `film ${index}.mp4`,
  media_type: 'video',
  media_info: { duration_seconds: 65.25, width: 640 },
  source: 'upload',
  ...more,
});
const list = (data: unknown[], more: object = {}) => ({
  object: 'list',
  data,
  total: data.length,
  limit: 50,
  offset: 0,
  ...more,
});

/** A service with this many files, in pages as requested. */
const paged =
  (count: number, most = 100) =>
  ({ query }: Arrived) => {
    const [offset, limit] = [Number(query.offset ?? 0), Math.min(most, Number(query.limit ?? 50))];
    const all = Array.from({ length: count }, (_, index) => file(index));
    return { json: list(all.slice(offset, offset + limit), { total: count, limit, offset }) };
  };

const awkward = file(0, { filename: 'a "b", c\nd\te\\f', error: ' edge' });

describe('forms', () => {
  it('[CLI-4] ndjson is one line of JSON per item', async () => {
    service.script = () => ({ json: list([awkward, file(1)]) });
    const ended = await vau('file', 'list', '-o', 'ndjson');
    expect(ended.stdout).toBe(`${JSON.stringify(awkward)}\n${JSON.stringify(file(1))}\n`);
    service.script = () => ({ json: awkward });
    expect((await vau('file', 'get', 'x', '-o', 'ndjson')).stdout).toBe(`${JSON.stringify(awkward)}\n`);
  });

  it('[CLI-4] CSV quotes what needs it, names columns by their path and rounds nothing', async () => {
    service.script = () => ({ json: list([awkward]) });
    const { stdout } = await vau('file', 'list', '-o', 'csv');
    expect(stdout).toBe(
      'id,filename,status,media_type,media_info.duration_seconds,bytes,source,created_at,error\r\n' +
        'f0,"a ""b"", c\nd\te\\f",completed,video,65.25,1536,upload,1777000000123," edge"\r\n',
    );
  });

  it('[CLI-4] TSV escapes what would break a line', async () => {
    service.script = () => ({ json: list([awkward]) });
    const { stdout } = await vau('file', 'list', '-o', 'tsv', '--fields', 'id,filename,thumbnail_url');
    expect(stdout).toBe('id\tfilename\tthumbnail_url\nf0\ta "b", c\\nd\\te\\\\f\t\n');
  });

  it('[CLI-4] a single thing is one row of all its values', async () => {
    service.script = () => ({ json: { id: 'f', media_info: { width: 1 }, tags: ['a', 'b'], none: null } });
    expect((await vau('file', 'get', 'f', '-o', 'csv')).stdout).toBe(
      'id,media_info.width,tags,none\r\nf,1,"[""a"",""b""]",\r\n',
    );
  });

  it('[CLI-4] YAML has the same content as JSON', async () => {
    service.script = () => ({ json: list([awkward]) });
    expect(parse((await vau('file', 'list', '-o', 'yaml')).stdout)).toEqual(list([awkward]));
  });

  it('[CLI-4] an error is JSON on standard error if JSON was requested', async () => {
    service.script = () => ({ status: 404, headers: { 'x-request-id': 'r1' }, json: { error: 'gone' } });
    for (const form of ['json', 'ndjson']) {
      const ended = await vau('file', 'get', 'x', '-o', form);
      expect(ended).toMatchObject({ status: 5, stdout: '' });
      expect(JSON.parse(ended.stderr)).toEqual({
        code: 'not_found',
        message: 'gone',
        next: 'vau file list',
        status: 404,
        request_id: 'r1',
        retryable: false,
        exit_status: 5,
      });
    }
  });
});

describe('--fields', () => {
  it('narrows rows and leaves the list around them', async () => {
    service.script = () => ({ json: list([file(0)]) });
    const { stdout } = await vau('file', 'list', '--fields', 'id,media_info.width,error', '-o', 'json');
    expect(JSON.parse(stdout)).toEqual(list([{ id: 'f0', media_info: { width: 640 }, error: null }]));
  });

  it('makes the columns of a table, exact on a pipe', async () => {
    service.script = () => ({ json: list([file(0)]) });
    const { stdout } = await vau('file', 'list', '--fields', 'bytes,created_at,id');
    expect(stdout).toBe('BYTES  CREATED AT                ID\n1536   2026-04-24T03:06:40.123Z  f0\n');
  });

  it('reports a field that no row has, with a suggestion', async () => {
    service.script = () => ({ json: list([file(0)]) });
    const ended = await vau('file', 'list', '--fields', 'id,filenam', '-o', 'csv');
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr).toContain('Did you mean filename?');
    expect((await vau('file', 'list', '--fields', 'a,,b')).status).toBe(2);
  });
});

describe('--query', () => {
  it.each([
    ['data[].{id:', 'the expression ends too early'],
    ['data[?bytes>1]', 'a number is written in backticks: `1`'],
  ])('%s is refused in plain words', async (query, words) => {
    const ended = await vau('file', 'list', '--query', query);
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr).toBe(
      `Error: --query: ${words}\nWrite JMESPath, such as data[].id or data[?status==\`failed\`].filename.\nNext: vau file list --help\n`,
    );
  });

  it('gives rows of columns, and no header where values have no name or one is alone', async () => {
    service.script = paged(2);
    const shown = async (query: string, form: string) =>
      (await vau('file', 'list', '--limit', '2', '--query', query, '-o', form)).stdout;
    expect(await shown('data[].[filename, bytes]', 'tsv')).toMatch(/^film 0\.mp4\t\d+\nfilm 1\.mp4\t\d+\n$/);
    expect(await shown('data[].{name: filename, size: bytes}', 'tsv')).toMatch(
      /^name\tsize\nfilm 0\.mp4\t\d+\n/,
    );
    expect(await shown('data[].filename', 'csv')).toBe('film 0.mp4\r\nfilm 1.mp4\r\n');
    for (const form of ['csv', 'tsv']) {
      expect((await shown('length(data)', form)).trim()).toBe('2');
      expect((await shown('{files: length(data)}', form)).trim()).toBe('2');
      expect((await shown('data[0].{name: filename}', form)).trim()).toBe('film 0.mp4');
    }
    expect(await shown('{a: length(data), b: total}', 'tsv')).toMatch(/^a\tb\n2\t\d+\n$/);
    expect(JSON.parse(await shown('{files: length(data)}', 'ndjson'))).toEqual({ files: 2 });
  });

  it('applies to the whole result, after paging', async () => {
    service.script = paged(120);
    const ended = await vau('file', 'list', '--all', '--query', 'length(data)', '-o', 'json');
    expect(ended.stdout).toBe('120\n');
    // A page begins with the last row of the one before.
    expect(service.arrived.map(({ query }) => query.offset)).toEqual([undefined, '99']);
  });

  it('prints plain texts, one per line', async () => {
    service.script = () => ({ json: list([file(0), file(1)]) });
    expect((await vau('file', 'list', '--query', 'data[0].filename')).stdout).toBe('film 0.mp4\n');
    const names = await vau('file', 'list', '--query', 'data[].{name: filename, size: bytes}', '-o', 'csv');
    expect(names.stdout).toBe('name,size\r\nfilm 0.mp4,1536\r\nfilm 1.mp4,1537\r\n');
  });

  it('is refused before anything is sent if it is invalid', async () => {
    const ended = await vau('share', 'create', '0b6a1a52-9f3c-4c1e-8a51-000000000001', '--query', 'data[');
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    expect(ended.stderr).toContain('--query');
    expect(service.arrived).toEqual([]);
  });
});

describe('--all', () => {
  it('[CLI-4] is one valid list in JSON', async () => {
    service.script = paged(250);
    const { stdout } = await vau('file', 'list', '--all', '-o', 'json');
    const whole = JSON.parse(stdout);
    expect(whole).toMatchObject({ object: 'list', total: 250, limit: 250, offset: 0 });
    expect(whole.data.map(({ id }: { id: string }) => id)).toEqual(
      Array.from({ length: 250 }, (_, index) => `f${index}`),
    );
  });

  it('[CLI-4] a long list in JSON is written as it arrives, and is the same value', async () => {
    const rows = Array.from({ length: 300 }, (_, index) =>
      file(index, { note: `"{\n${'x'.repeat(30_000)}` }),
    );
    const pages = ({ query }: Arrived) => {
      const offset = Number(query.offset ?? 0);
      return { json: list(rows.slice(offset, offset + 100), { total: 300, offset }) };
    };
    service.script = pages;
    const whole = await vau('file', 'list', '--all', '-o', 'json');
    expect(whole.stdout.length).toBeGreaterThan(4 * 1024 * 1024);
    const value = { ...list(rows, { total: 300, offset: 0 }), limit: 300 };
    expect(whole.stdout).toBe(`${JSON.stringify(value, undefined, 2)}\n`);
    // A short list is not begun before its last page has arrived.
    for (const [missing, begun] of [
      ['100', ''],
      ['200', whole.stdout.slice(0, 1_000)],
    ] as const) {
      service.script = (request) =>
        request.query.offset === missing ? { status: 400, json: { error: 'no' } } : pages(request);
      const cut = await vau('file', 'list', '--all', '-o', 'json');
      expect(cut.status).not.toBe(0);
      expect(cut.stdout.slice(0, 1_000)).toBe(begun);
    }
  });

  it.each(['ndjson', 'csv', 'tsv', 'table'])(
    'writes rows of %s page by page, with one header',
    async (form) => {
      service.script = paged(4, 2);
      const ended = await vau('file', 'list', '--all', '--limit', '2', '-o', form);
      const lines = ended.stdout.trimEnd().split(/\r?\n/);
      expect(lines).toHaveLength(form === 'ndjson' ? 4 : 5);
      expect(lines.filter((line) => /^id\b/i.test(line))).toHaveLength(form === 'ndjson' ? 0 : 1);
      for (const index of [0, 1, 2, 3]) expect(lines.some((line) => line.includes(`f${index}`))).toBe(true);
    },
  );

  it('rows are printed before the next page arrives', async () => {
    const slow = await scripted(paged(4, 2));
    const child = spawn(process.execPath, [bin, 'file', 'list', '--all', '--limit', '2', '-o', 'ndjson'], {
      env: { PATH: process.env.PATH, HOME: home.folder, ...choosing(slow) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    slow.script = (request, count) => {
      return count === 2 ? { status: 503, headers: { 'retry-after': '2' }, json: {} } : paged(4, 2)(request);
    };
    const [first] = await once(child.stdout, 'data');
    expect(String(first).trim().split('\n')).toHaveLength(2);
    expect(slow.arrived.length).toBeLessThan(3);
    await once(child, 'close');
    await slow.close();
  });

  it('stops when the reader has closed the pipe, with the status of a broken pipe', async () => {
    const endless = await scripted(paged(1_000_000, 100));
    const line = ['file', 'list', '--all', '-o', 'ndjson'];
    expect(await intoClosedPipe(home.folder, line, endless)).toEqual({ status: 141, stderr: '' });
    await endless.close();
  });

  it('ends at once when the reader has gone, although the next page is on its way', async () => {
    let afterwards = 0;
    let gone = false;
    const stuck = await scripted((request) => {
      if (gone) afterwards += 1;
      return afterwards > 1 ? { never: true } : paged(1_000_000, 100)(request);
    });
    const child = spawn(process.execPath, [bin, 'file', 'list', '--all', '-o', 'ndjson'], {
      env: { PATH: process.env.PATH, HOME: home.folder, ...choosing(stuck) },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    child.stdout.once('data', () => {
      gone = true;
      child.stdout.destroy();
    });
    expect((await once(child, 'close'))[0]).toBe(141);
    await stuck.close();
  });

  it('shows a page before the error of the next one', async () => {
    service.script = (request, count) =>
      count === 1 ? paged(300, 100)(request) : { status: 400, json: { error: 'no more' } };
    const { status, stdout, stderr } = await vau('file', 'list', '--all', '-o', 'ndjson');
    expect(stdout.trim().split('\n')).toHaveLength(100);
    expect({ status, stderr }).toEqual({ status: 8, stderr: expect.stringContaining('no more') });
  });

  it('a service that repeats a page does not cause an endless loop', async () => {
    service.script = () => ({ json: list([file(0)], { total: 1000 }) });
    const ended = await vau('file', 'list', '--all', '-o', 'json');
    expect(ended).toMatchObject({ status: 8, stdout: '' });
    expect(service.arrived).toHaveLength(2);
  });

  it('pages nested lists, and lists by cursor through api', async () => {
    const faces = Array.from({ length: 150 }, (_, index) => ({ id: `face ${index}`, timestamp: index }));
    service.script = ({ query }) => {
      const offset = Number(query.offset ?? 0);
      const data = {
        object: 'list',
        total: 150,
        limit: 100,
        offset,
        faces: faces.slice(offset, offset + 100),
      };
      return { json: { face_detection_id: 'd', status: 'completed', data } };
    };
    const deep = await vau(
      'face-detect',
      'get',
      '0b6a1a52-9f3c-4c1e-8a51-000000000001',
      '--all',
      '-o',
      'json',
    );
    expect(JSON.parse(deep.stdout).data.faces).toEqual(faces);
    service.script = ({ query }) => ({
      json: {
        moments: [{ n: query.cursor ?? 'first' }],
        total: 3,
        // The last page has none.
        ...(query.cursor === 'b' ? {} : { next_cursor: query.cursor === 'a' ? 'b' : 'a' }),
      },
    });
    const moments = await vau('api', 'GET', '/collections/c/moments?sort=position', '--all', '-o', 'ndjson');
    expect(moments.stdout).toBe('{"n":"first"}\n{"n":"a"}\n{"n":"b"}\n');
    expect(service.arrived.at(-1)?.query).toMatchObject({ sort: 'position', cursor: 'b' });
    const whole = await vau('api', 'GET', '/collections/c/moments', '--all', '-o', 'json');
    expect(JSON.parse(whole.stdout)).toEqual({ moments: [{ n: 'first' }, { n: 'a' }, { n: 'b' }], total: 3 });
  });
});

describe('a slow reader', () => {
  it('[CLI-4] gets five megabytes completely', async () => {
    const data = Array.from({ length: 5000 }, (_, index) => file(index, { payload: 'x'.repeat(1000) }));
    service.script = () => ({ json: list(data) });
    const child = spawn(process.execPath, [bin, 'file', 'list', '-o', 'json'], {
      env: { PATH: process.env.PATH, HOME: home.folder, ...choosing(service) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const chunks: Buffer[] = [];
    for await (const chunk of child.stdout) {
      chunks.push(chunk as Buffer);
      if (chunks.length < 20) await pause(20);
    }
    const text = Buffer.concat(chunks).toString();
    expect(text.length).toBeGreaterThan(5_000_000);
    expect(JSON.parse(text)).toEqual(list(data));
  });
});
