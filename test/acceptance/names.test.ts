/** Names, beginnings and short ids in place of ids, with a real service. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Serving, serving } from '../support/serving.ts';
import { choosing, scripted } from './harness.ts';
import { runInProcess } from './in-process.ts';

let service: Serving;
const ids: Record<string, string> = {};

beforeAll(async () => {
  service = await serving();
  for (const name of ['Talks', 'Talks 2026', 'Interviews']) {
    const { body } = await service.call('POST', '/collections', { name, collection_type: 'metadata' });
    ids[name] = String(body.id);
  }
  for (const name of ['demo day.wav', 'demo night.wav', 'board.wav']) {
    const { body } = await service.upload(silence(name), name);
    ids[name] = String(body.id);
  }
});
afterAll(() => service.stop());

/** A short WAV file, another one for each name. */
function silence(name: string): Buffer {
  const head = Buffer.from(
    'RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0@\x1f\0\0@\x1f\0\0\x01\0\x08\0data\0\0\0\0',
    'latin1',
  );
  head.writeUInt32LE(36 + 800, 4);
  head.writeUInt32LE(800, 40);
  return Buffer.concat([head, Buffer.alloc(800, 100 + name.length)]);
}

const vau = (...line: string[]) =>
  runInProcess([...line, '-o', 'json'], {
    ...service.home.env,
    VAU_BASE_URL: service.url,
    VAU_TOKEN: service.token,
  });
const vauWith = (input: string, ...line: string[]) =>
  runInProcess(
    [...line, '-o', 'ndjson'],
    { ...service.home.env, VAU_BASE_URL: service.url, VAU_TOKEN: service.token },
    { input },
  );
const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const idIn = (text: string) => JSON.parse(text).id;

describe('[CLI-9] what takes an id takes a name', () => {
  it('the whole name before a beginning, ignoring no case', async () => {
    const ended = await vau('collection', 'get', 'Talks');
    expect([ended.status, idIn(ended.stdout)]).toEqual([0, ids.Talks]);
    expect(ended.stderr, 'nothing to say about a name in full').toBe('');
  });

  it('the beginning of a name says what it means', async () => {
    const ended = await vau('collection', 'get', 'inter');
    expect(ended.stderr).toBe(`"inter" is collection "Interviews" (${ids.Interviews})\n`);
  });

  it('a unique beginning, in any case, and a short id', async () => {
    expect(idIn((await vau('collection', 'get', 'inter')).stdout)).toBe(ids.Interviews);
    expect(idIn((await vau('file', 'get', 'demo d')).stdout)).toBe(ids['demo day.wav']);
    expect(idIn((await vau('file', 'get', String(ids['board.wav']).slice(0, 8))).stdout)).toBe(
      ids['board.wav'],
    );
  });

  it('an argument and a part of the body at once', async () => {
    const ended = await vau('media', 'add', 'Interviews', 'board.wav');
    expect(JSON.parse(ended.stdout)).toMatchObject({
      collection_id: ids.Interviews,
      file_id: ids['board.wav'],
    });
    const dry = await vau('search', 'run', 'boats', '--collection', 'Interviews', '--dry-run');
    expect(JSON.parse(dry.stdout).body.collections).toEqual([ids.Interviews]);
  });

  it('before a file is sent, which is sent once, with progress in its own size', async () => {
    const other = await scripted(({ method, query }) => {
      const data = query.named === 'board.wav' ? [{ id: ids['board.wav'], filename: 'board.wav' }] : [];
      if (method === 'PUT') return { status: 409, json: { error: 'it is still processed' } };
      return { json: { object: 'list', data, total: data.length } };
    });
    const captions = path.join(service.home.folder, 'board.srt');
    await writeFile(captions, '1\n00:00:00,000 --> 00:00:01,000\nWe begin.\n');
    const line = ['transcript', 'put', 'board.wav', captions];
    const ended = await runInProcess(line, { ...service.home.env, ...choosing(other) });
    const arrived = other.arrived.map((one) => `${one.method} ${one.path}`);
    await other.close();
    expect(ended.status, ended.stderr).toBe(6);
    expect(arrived).toEqual(['GET /v1/files', `PUT /v1/files/${ids['board.wav']}/transcript`]);
    expect(ended.stderr.match(/Uploading board\.srt: 100 .*/g)).toEqual([
      'Uploading board.srt: 100 % of 42 B',
    ]);
  });

  it('in the rows of --from, each name asked for once', async () => {
    const rows = 'collection_id,file_id\nTalks,board.wav\nTalks,demo d\nInterviews,demo d\n';
    const ended = await vauWith(rows, 'media', 'add', '--from', '-');
    const results = lines(ended.stdout);
    const written = results.map(({ ok, input }) => [ok, input.collection_id, input.file_id].join());
    expect(written.sort()).toEqual(['true,Interviews,demo d', 'true,Talks,board.wav', 'true,Talks,demo d']);
    expect(results.map(({ result }) => result.file_id)).toEqual(
      expect.arrayContaining([ids['board.wav'], ids['demo day.wav']]),
    );
    expect(ended.stderr.match(/"demo d" is file/g)).toHaveLength(1);
    expect(ended.status).toBe(0);
  });

  it('in rows that the contract refuses, which show what was written', async () => {
    const attach = ['moment-criteria', 'attach', '--name', 'p', '--instructions', 'x', '--dry-run'];
    const [only] = lines((await vauWith('Talks\n', ...attach, '--from', '-')).stdout);
    expect([only.ok, only.input]).toEqual([true, { collection_id: 'Talks' }]);
    expect(JSON.stringify(only.result)).toContain(ids.Talks);
  });

  it('in rows that delete, whole names only', async () => {
    const ended = await vauWith('id\ndemo n\n', 'file', 'delete', '--from', '-', '--yes');
    const [only] = lines(ended.stdout);
    expect(only.ok).toBe(false);
    expect(only.error.message).toContain('"demo n" is only the beginning of file "demo night.wav"');
    expect((await vau('file', 'get', 'demo n')).status).toBe(0);
  });

  it('a file or a collection to wait for', async () => {
    const one = await vau('wait', 'file', 'board.wav', '--timeout', '60s');
    expect([one.status, idIn(one.stdout)]).toEqual([0, ids['board.wav']]);
    const several = await vau('wait', 'file', 'demo d', String(ids['board.wav']).slice(0, 8));
    expect([several.status, several.stderr]).toEqual([0, expect.stringContaining('"demo d" is file')]);
    const both = await vau('wait', 'collection-file', 'Talks/board.wav', '--timeout', '60s');
    expect(both.status, both.stderr).toBe(0);
  });

  it.each(['A12', '2024', 'take1', '9a', 'north/south'])(
    'a collection to wait for that is called %s',
    async (name) => {
      const { body } = await service.call('POST', '/collections', {
        name,
        collection_type: 'metadata',
      });
      await service.call('POST', `/collections/${body.id}/media`, { file_id: ids['board.wav'] });
      const waited = await vau('wait', 'collection-file', `${name}/board.wav`, '--timeout', '60s');
      await service.call('DELETE', `/collections/${body.id}`);
      expect(waited.status, waited.stderr).toBe(0);
    },
  );

  it('a webhook whose secret is fetched', async () => {
    const endpoint = 'https://hooks.example.com/vau';
    const { body } = await service.call('POST', '/webhooks', { endpoint, description: 'Newsroom' });
    const told = await vau(
      'webhook',
      'verify',
      'package.json',
      '--webhook',
      'newsr',
      '--signature',
      'v1,AA==',
    );
    expect(told.stderr).toContain(`"newsr" is webhook "Newsroom" (${body.id})`);
  });

  it('several: the error lists them with their ids, and nothing is done', async () => {
    const ended = await vau('file', 'get', 'demo');
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    for (const name of ['demo day.wav', 'demo night.wav']) {
      expect(ended.stderr).toContain(name);
      expect(ended.stderr).toContain(ids[name]);
    }
  });

  it('several files of one name: the one in the collection that the line names', async () => {
    const twins: string[] = [];
    for (const [at, name] of ['Talks', 'Interviews'].entries()) {
      const { body } = await service.upload(silence('twin'.repeat(at + 1)), 'twin.wav');
      twins.push(String(body.id));
      await service.call('POST', `/collections/${ids[name]}/media`, { file_id: body.id });
    }
    for (const [at, name] of ['Talks', 'Interviews'].entries()) {
      const ended = await vau('media', 'get', name, 'twin.wav');
      expect([ended.status, JSON.parse(ended.stdout).file_id]).toEqual([0, twins[at]]);
      const byId = await vau('media', 'get', String(ids[name]), 'twin.wav');
      expect(JSON.parse(byId.stdout).file_id).toBe(twins[at]);
    }
    const nowhere = await vau('media', 'get', 'Talks 2026', 'twin.wav');
    expect(nowhere.status).toBe(2);
    expect(JSON.parse(nowhere.stderr).message).toMatch(
      /can be any of 2 files:\n {2}\S+ {2}twin\.wav {2}\d{4}-\d\d-\d\d \d\d:\d\d, 844 B/,
    );
    for (const id of twins) await service.call('DELETE', `/files/${id}`);
  });

  it('none: the error of the service, about what was typed', async () => {
    const ended = await vau('collection', 'get', 'Nobody');
    expect(ended).toMatchObject({ status: 5, stdout: '' });
    expect(ended.stderr).toContain('Nobody');
  });

  it('a deletion with --yes needs the whole name, and says what it means', async () => {
    const begun = await vau('file', 'delete', 'demo n', '--yes');
    expect(begun).toMatchObject({ status: 2, stdout: '' });
    expect(begun.stderr).toContain(`demo night.wav`);
    expect(idIn((await vau('file', 'get', 'demo n')).stdout)).toBe(ids['demo night.wav']);
    const whole = await vau('file', 'delete', 'demo night.wav', '--yes');
    expect(whole.status).toBe(0);
    expect(whole.stderr).toContain(`is file "demo night.wav" (${ids['demo night.wav']})`);
  });

  it('an id is sent as it is, with no other request; a service without this filter is read page by page', async () => {
    const plain = await scripted(({ path, query }) => {
      if (path.endsWith('/collections'))
        return query.named === undefined
          ? {
              json: {
                object: 'list',
                data: [
                  { id: 'c9', name: 'Others' },
                  { id: 'c7', name: 'Films' },
                ],
                total: 2,
              },
            }
          : { status: 400, json: { error: 'unknown parameter named' } };
      return path.endsWith('/c7') ? { json: { id: 'c7' } } : { status: 404, json: { error: 'not there' } };
    });
    const env = { ...service.home.env, ...choosing(plain) };
    expect((await runInProcess(['collection', 'get', 'c7'], env)).status).toBe(0);
    expect(plain.arrived).toHaveLength(1);
    expect((await runInProcess(['collection', 'get', 'Films'], env)).status).toBe(0);
    await plain.close();
  });
});
