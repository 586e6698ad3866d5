/** Names, beginnings and short ids in place of ids, with a real service. */
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
const idIn = (text: string) => JSON.parse(text).id;

describe('[CLI-9] what takes an id takes a name', () => {
  it('the whole name before a beginning, ignoring no case', async () => {
    const ended = await vau('collection', 'get', 'Talks');
    expect([ended.status, idIn(ended.stdout)]).toEqual([0, ids.Talks]);
    expect(ended.stderr).toBe(`"Talks" is collection "Talks" (${ids.Talks})\n`);
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

  it('several: the error lists them with their ids, and nothing is done', async () => {
    const ended = await vau('file', 'get', 'demo');
    expect(ended).toMatchObject({ status: 2, stdout: '' });
    for (const name of ['demo day.wav', 'demo night.wav']) {
      expect(ended.stderr).toContain(name);
      expect(ended.stderr).toContain(ids[name]);
    }
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
