/** Numbers that JavaScript cannot represent, and fields that it would reorder, with the real binary. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { tone } from '../support/tone.ts';
import { choosing, run, stage } from './harness.ts';

const a = '0b6a1a52-9f3c-4c1e-8a51-000000000001';
const metadata = '{"n":12345678901234567890,"f":1.0,"big":1e400,"10":1,"2":[0.50],"same":1,"same":2}';
const row = `{"id":"${a}","status":"completed","metadata":${metadata}}`;
const listOf = (total: number) =>
  `{"object":"list","data":[${row}],"total":${total},"limit":1,"offset":0,"took":1.0}`;
const { service, home } = await stage();

const answering = (text: string) => {
  service.script = () => ({ text, headers: { 'content-type': 'application/json' } });
};
const vau = (args: string[], stdin = '') => run(home.folder, args, { env: choosing(service), stdin });
/** Without white space between its parts; its texts contain none. */
const bare = (text: string) => text.replace(/\s/g, '');

describe('JSON is the API object, exactly', () => {
  it.each([
    ['json', ['file', 'get', a, '-o', 'json'], row],
    ['ndjson', ['file', 'get', a, '-o', 'ndjson'], row],
    ['a part of it', ['file', 'get', a, '-o', 'json', '--query', 'metadata'], metadata],
    ['a field', ['file', 'get', a, '-o', 'json', '--fields', 'metadata'], `{"metadata":${metadata}}`],
    ['vau api', ['api', 'GET', '/x'], row],
  ])('[CLI-4] %s', async (_, line, expected) => {
    answering(row);
    const ended = await vau(line);
    expect(ended).toMatchObject({ status: 0, stderr: '' });
    expect(bare(ended.stdout)).toBe(expected);
  });

  it('[CLI-4] lists, a page and all pages', async () => {
    answering(listOf(1));
    expect(bare((await vau(['file', 'list', '-o', 'json'])).stdout)).toBe(listOf(1));
    expect((await vau(['file', 'list', '-o', 'ndjson'])).stdout).toBe(`${row}\n`);
    service.script = (_, count) => ({
      text: listOf(2).replace(a, `${a}${count}`),
      headers: { 'content-type': 'application/json' },
    });
    service.arrived.length = 0;
    const all = await vau(['file', 'list', '--all', '-o', 'json']);
    expect(bare(all.stdout).split(metadata)).toHaveLength(3);
  });

  it('[CLI-4] in CSV a value that is JSON is exact', async () => {
    answering(row);
    const { stdout } = await vau(['file', 'get', a, '-o', 'csv', '--fields', 'metadata']);
    expect(stdout).toBe(`metadata\r\n"${metadata.replaceAll('"', '""')}"\r\n`);
  });
});

describe('sends exactly what was given', () => {
  /** The scripted service parses bodies as JSON: this one keeps the text. */
  const sent = async (line: string[], stdin = '') => {
    answering('{}');
    const told = await vau([...line, '--dry-run', '-o', 'json'], stdin);
    return bare(told.stdout);
  };

  it('a body inline, in a file and on standard input, and metadata', async () => {
    const file = path.join(home.folder, 'body.json');
    writeFileSync(file, metadata);
    expect(await sent(['api', 'POST', '/x', '--body', `@${file}`])).toContain(`"body":${metadata}`);
    expect(await sent(['api', 'POST', '/x', '--body', '-'], metadata)).toContain(`"body":${metadata}`);
    expect(await sent(['share', 'create', a, '--metadata', metadata])).toContain(`"metadata":${metadata}`);
  });

  it('over the wire, as JSON and as a part of an upload', async () => {
    const media = path.join(home.folder, 'a.mp4');
    writeFileSync(media, 'not looked at');
    answering('{}');
    await vau(['file', 'upload', media, '--no-preflight', '--metadata', metadata]);
    expect(String(service.arrived[0]?.body)).toContain(`\r\n\r\n${metadata}\r\n`);
    service.arrived.length = 0;
    // The body is parsed on arrival; its length shows that it was not rewritten.
    await vau(['api', 'POST', '/x', '--body', metadata]);
    expect(service.arrived[0]?.headers['content-length']).toBe(String(metadata.length));
  });

  it('from a table of metadata, or refuses the number', async () => {
    const films = path.join(home.folder, 'films');
    mkdirSync(films);
    writeFileSync(path.join(films, 'b.wav'), tone(1));
    const table = path.join(home.folder, 'table.json');
    const upload = ['file', 'upload', films, '--no-preflight', '--metadata', table];
    writeFileSync(table, `{"b.wav":${metadata}}`);
    service.script = ({ method }) => ({
      json: method === 'GET' ? { object: 'list', data: [], total: 0, limit: 1, offset: 0 } : { id: a },
    });
    service.arrived.length = 0;
    const { stderr } = await vau(upload);
    expect(String(service.arrived.find(({ method }) => method === 'POST')?.body), stderr).toContain(metadata);

    writeFileSync(table, '[{"filename":"b.wav","n":12345678901234567890}]');
    service.arrived.length = 0;
    const refused = await vau(upload);
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('n of b.wav in')]);
    expect(service.arrived).toEqual([]);
  });
});
