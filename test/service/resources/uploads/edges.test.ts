/** What resumable uploads say of themselves, where their limits lie exactly, and what a sweep leaves alone. */
import { existsSync } from 'node:fs';
import { readdir, readlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServiceError } from '../../../../src/service/errors.ts';
import type { LogRecord } from '../../../../src/service/log.ts';
import { logTo } from '../../../../src/service/log.ts';
import { sweepUploads } from '../../../../src/service/resources/uploads/sweep.ts';
import { mediaOf, openTestService, strangerToken, type TestService } from '../../../support/service.ts';
import { base64, tusOf } from './support.ts';

const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;
const MOST = 100;

let service: TestService;
let tus: ReturnType<typeof tusOf>;
let ahead = 0;
/** The time, where it must not pass. */
let at: number | undefined;
const clock = () => at ?? Date.now() + ahead;
const records: LogRecord[] = [];

beforeAll(async () => {
  const log = logTo((record) => void records.push(record), 'debug');
  service = await openTestService({ requestsPerSecond: 0, maxUploadBytes: MOST }, { clock, log });
  tus = tusOf(service);
});
afterAll(() => service.close());

const partial = (id = '') => path.join(service.dataDir, 'uploads', id);
const partials = async () => (await readdir(partial())).sort();
const sweep = (before = Date.now() + 1_000, signal = new AbortController().signal) =>
  sweepUploads({ ...service.context, clock, signal }, before);
const rowOf = (id: string) =>
  service.context.db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst();

describe('a resumable upload says', () => {
  it('where it is, how far it is, and until when it is kept', async () => {
    const created = await tus.create(50);
    expect([created.status, created.headers.get('upload-offset')]).toEqual([201, '0']);
    const [, id = ''] = /^uploads\/([\w-]{36})$/.exec(created.headers.get('location') ?? '') ?? [];
    await tus.patch(id, 0, mediaOf('x'));
    const { headers, body } = await tus.ask('GET', `/${id}`);
    const row = await rowOf(id);
    const { expires_at } = body as unknown as { expires_at: number };
    expect(body).toEqual({ id, object: 'upload', offset: 5, bytes: 50, expires_at });
    expect(Math.abs(expires_at - WEEK - (row?.created_at ?? 0))).toBeLessThan(60_000);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'tus-resumable': '1.0.0',
      'upload-offset': '5',
      'upload-length': '50',
      'upload-expires': new Date(expires_at).toUTCString(),
    });
  });

  it('its version to whoever asks with another one, and takes a request without', async () => {
    expect((await tus.ask('OPTIONS', '', { 'tus-resumable': '0.2' })).status).toBe(204);
    const id = await tus.begin(50);
    const refused = await tus.patch(id, 0, 'x', { 'tus-resumable': '9'.repeat(50) });
    expect(refused.body.error).toBe(`tus-resumable ${'9'.repeat(20)} is not supported; allowed: 1.0.0`);
    const plain = await service.call('DELETE', `/uploads/${id}`);
    expect(plain.status).toBe(204);
  });

  it('which types and numbers it needs', async () => {
    const id = await tus.begin(50);
    for (const none of [{ 'content-type': '' }, {}]) {
      const untyped = await tus.ask('PATCH', `/${id}`, { 'upload-offset': '0', ...none }, new Uint8Array(1));
      expect([untyped.status, untyped.body.error]).toEqual([415, expect.stringContaining('of type unknown')]);
    }
    const long = await tus.patch(id, 0, 'x', { 'content-type': `text/${'x'.repeat(200)}` });
    expect(long.body.error).toContain(`of type text/${'x'.repeat(95)} `);
    for (const name of ['upload-offset', 'upload-length']) {
      const headers = { 'content-type': 'application/offset+octet-stream' };
      const refused = await (name === 'upload-length'
        ? tus.ask('POST', '')
        : tus.ask('PATCH', `/${id}`, headers, 'x'));
      expect([refused.status, refused.body.error]).toEqual([400, `header ${name} must be a number of bytes`]);
    }
  });
});

describe('the description of an upload', () => {
  const refusal = async (metadata: string) => {
    const { status, body } = await tus.ask('POST', '', { 'upload-length': '9', 'upload-metadata': metadata });
    return status === 201 ? 'taken' : body.error;
  };

  it('may have empty values, unknown names and stray commas', async () => {
    for (const taken of [
      '',
      ' , ,',
      'filename',
      'mine',
      `filetype ${base64('x')},, filename ${base64('a.mp4')} `,
    ])
      expect(await refusal(taken), taken).toBe('taken');
  });

  it.each([
    [
      'a third word',
      `filename ${base64('a')} b`,
      'upload-metadata "filename" must be a name and a value in base64',
    ],
    ['too much padding', 'filename YQ===', 'upload-metadata "filename" must be a name and a value in base64'],
    ['words before it', 'filename ?YQ==', 'upload-metadata "filename" must be a name and a value in base64'],
    ['NUL', `filename ${base64('a\0b')}`, 'upload-metadata "filename" is not UTF-8 text, or contains NUL'],
    [
      'a long name',
      `${'x'.repeat(80)} !`,
      `upload-metadata "${'x'.repeat(60)}" must be a name and a value in base64`,
    ],
    ['a field that files refuse', `audio_language ${base64('??')}`, expect.stringContaining('language')],
  ])('is refused with %s before the bytes come', async (_, metadata, error) => {
    expect(await refusal(metadata)).toEqual(error);
  });
});

describe('the bytes of an upload', () => {
  it('are never more than are missing, and a wrong piece is cut off where it began', async () => {
    const id = await tus.begin(8);
    await tus.patch(id, 0, 'fLaC');
    const more = await tus.patch(id, 4, '12345');
    expect([more.status, more.body.error]).toEqual([413, expect.stringContaining('4 bytes')]);
    expect(await tus.offset(id)).toBe('4');
    const wrong = await tus.patch(id, 4, '1234', { 'upload-checksum': `sha1 ${base64('x')}` });
    expect(wrong.status).toBe(460);
    expect(await tus.offset(id)).toBe('4');
    expect((await tus.patch(id, 4, '1234')).status).toBe(204);
    expect((await tus.patch(id, 8, 'more')).status).toBe(204);
    expect((await service.call('GET', `/files/${id}`)).body.bytes).toBe(8);
  });

  it('make a file of their own upload only, with its record, and leave nothing open', async () => {
    const [id, other] = [await tus.begin(8), await tus.begin(8)];
    await tus.patch(other, 0, 'fLaC');
    await tus.patch(id, 0, 'fLaC1234');
    expect([(await rowOf(id))?.done_at, (await rowOf(other))?.done_at]).toEqual([expect.any(Number), null]);
    expect(await service.context.objects.size(`files/${id}/file.json`)).toBeGreaterThan(0);
    const fds = existsSync('/proc/self/fd') ? await readdir('/proc/self/fd') : [];
    const open = await Promise.all(fds.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
    expect(open.filter((name) => name.startsWith(partial()))).toEqual([]);
  });

  it('are known to be there after their file was deleted', async () => {
    const id = await tus.begin(8);
    await tus.patch(id, 0, 'fLaC1234');
    expect((await service.call('DELETE', `/files/${id}`)).status).toBe(200);
    await service.drain();
    expect(await tus.offset(id)).toBe('8');
    expect((await tus.patch(id, 8, '')).status).toBe(204);
  });

  it('need the data folder', async () => {
    const { folder } = service.context;
    const { check } = folder;
    folder.check = async () => {
      throw new ServiceError(503, 'the data folder is gone');
    };
    const refused = await tus.create(8);
    folder.check = check;
    expect([refused.status, refused.body.error]).toEqual([503, 'the data folder is gone']);
  });

  it('need room on the disk each time', async () => {
    const id = await tus.begin(8);
    const { config } = service.context;
    const { minFreeBytes } = config;
    Object.assign(config, { minFreeBytes: Number.MAX_SAFE_INTEGER });
    const refused = await tus.patch(id, 0, 'fLaC');
    Object.assign(config, { minFreeBytes });
    expect([refused.status, refused.body.error]).toEqual([
      507,
      expect.stringContaining('room for 0 bytes, and the upload needs 8'),
    ]);
    expect(await tus.offset(id)).toBe('0');
  });

  it('count until they are a file: an account may have four of the largest at a time', async () => {
    const own = tusOf(service, await strangerToken(service));
    for (let round = 0; round < 5; round += 1) {
      const id = await own.begin(MOST);
      expect((await own.patch(id, 0, mediaOf('x'.repeat(MOST - 4)))).status).toBe(204);
    }
    for (let round = 0; round < 4; round += 1) expect((await own.create(MOST)).status).toBe(201);
    const refused = await own.create(1);
    expect(refused.body.error).toContain(
      'has 4 unfinished uploads of 400 bytes; allowed are 100, of 400 bytes',
    );
  });
});

/** A partial file as a crash leaves it: all of its bytes are synced. */
async function leave(id: string, bytes: string): Promise<void> {
  await writeFile(partial(id), bytes);
  const synced = bytes.length;
  await service.context.db.updateTable('uploads').set({ synced }).where('id', '=', id).execute();
}

describe('a sweep', () => {
  it('leaves alone what a request may still be at work on', async () => {
    const id = await tus.begin(8);
    await leave(id, 'fLaC1234');
    await leave('stray', 'x');
    await sweep(Date.now() - HOUR);
    expect(await partials()).toEqual(expect.arrayContaining([id, 'stray']));
    const then = new Date(Date.now() - 2 * HOUR);
    await service.context.db
      .updateTable('uploads')
      .set({ created_at: then.getTime() })
      .where('id', '=', id)
      .execute();
    for (const name of [id, 'stray']) await utimes(partial(name), then, then);
    await sweep(Date.now() - HOUR);
    for (const name of [id, 'stray']) expect(await partials()).not.toContain(name);
    expect((await service.call('GET', `/files/${id}`)).body.bytes).toBe(8);
  });

  it('finishes and deletes what was written before its time, not at it, and what has expired by now', async () => {
    const then = Math.floor(Date.now() / 1_000) * 1_000 - 2 * HOUR;
    const id = await tus.begin(8);
    await service.context.db.updateTable('uploads').set({ created_at: 1 }).where('id', '=', id).execute();
    for (const [name, bytes] of [
      [id, 'fLaC1234'],
      ['stray', 'x'],
    ] as const) {
      await leave(name, bytes);
      await utimes(partial(name), then / 1_000, then / 1_000);
    }
    await sweep(then);
    expect(await partials()).toEqual(expect.arrayContaining([id, 'stray']));
    await sweep(then + 1);
    for (const name of [id, 'stray']) expect(await partials()).not.toContain(name);
    at = Date.now();
    const empty = await tus.begin(8);
    at += WEEK - 1;
    await sweep();
    expect(await tus.offset(empty)).toBe('0');
    at += 1;
    expect(await tus.offset(empty)).toBeNull();
    await sweep();
    at = undefined;
    expect(await rowOf(empty)).toBeUndefined();
  });

  it('counts the week from the last byte', async () => {
    const id = await tus.begin(8);
    await tus.patch(id, 0, 'fLaC');
    const before = Date.now() - 8 * 24 * HOUR;
    await service.context.db
      .updateTable('uploads')
      .set({ created_at: before })
      .where('id', '=', id)
      .execute();
    await sweep();
    expect(await tus.offset(id)).toBe('4');
  });

  it('keeps the bytes of what could not be moved for another reason', async () => {
    const id = await tus.begin(8);
    await leave(id, 'fLaC1234');
    const { context } = service;
    for (const error of [new ServiceError(507, 'full'), new Error('no luck')]) {
      const put = async () => {
        throw error;
      };
      await sweepUploads({ ...context, clock, objects: { ...context.objects, put } }, Date.now() + 1_000);
      expect(await partials()).toContain(id);
    }
    await sweep();
    expect((await service.call('GET', `/files/${id}`)).body.bytes).toBe(8);
  });

  it('leaves nothing of a file that another one finished, and that was deleted, meanwhile', async () => {
    const id = await tus.begin(8);
    await leave(id, 'fLaC1234');
    const { context } = service;
    let isFirst = true;
    const putBytes = async (key: string, bytes: Uint8Array | string) => {
      if (isFirst) {
        isFirst = false;
        await sweep();
        expect((await service.call('DELETE', `/files/${id}`)).status).toBe(200);
        await service.drain();
      }
      await context.objects.putBytes(key, bytes);
    };
    await sweepUploads({ ...context, clock, objects: { ...context.objects, putBytes } }, Date.now() + 1_000);
    expect(isFirst).toBe(false);
    expect(await context.objects.changedAt(`files/${id}`)).toBeUndefined();
  });

  it('forgets a finished upload a week later, and its file stays; one without bytes a week after it began', async () => {
    const done = await tus.begin(8);
    await tus.patch(done, 0, 'fLaC1234');
    const empty = await tus.begin(8);
    ahead = WEEK - 60_000;
    await sweep();
    expect([await rowOf(done), await rowOf(empty)]).not.toContain(undefined);
    expect([await tus.offset(done), await tus.offset(empty)]).toEqual(['8', '0']);
    ahead = WEEK + 60_000;
    expect([await tus.offset(done), await tus.offset(empty)]).toEqual(['8', null]);
    await sweep();
    ahead = 0;
    expect([await rowOf(done), await rowOf(empty)]).toEqual([undefined, undefined]);
    expect((await service.call('GET', `/files/${done}`)).status).toBe(200);
  });

  it('drops what is whole and no media, says so, and goes on with all others, however many', async () => {
    const ids: string[] = [];
    const account = (await service.context.db.selectFrom('accounts').select('id').execute())[0]?.id ?? '';
    const row = { account_id: account, bytes: 8, filename: 'a', fields: '{}', created_at: Date.now() };
    for (let at = 0; at < 201; at += 1) ids.push(`upload-${at}`);
    await service.context.db
      .insertInto('uploads')
      .values(ids.map((id) => ({ ...row, id })))
      .execute();
    const [first = '', last = ''] = [[...ids].sort().at(0), [...ids].sort().at(-1)];
    for (const id of ids) await leave(id, id === first ? 'no media' : id === last ? 'fLaC1234' : 'x');
    records.length = 0;
    await sweep();
    expect(records.filter(({ message }) => message === 'an upload could not be finished')).toMatchObject([
      { level: 'warn', fields: { id: first } },
    ]);
    expect([await rowOf(first), (await rowOf(last))?.done_at]).toEqual([undefined, expect.any(Number)]);
    expect((await partials()).filter((name) => ids.includes(name))).toHaveLength(199);
    await service.context.db.deleteFrom('uploads').where('id', 'in', ids.slice(0, 200)).execute();
    await sweep();
    expect((await partials()).filter((name) => ids.includes(name) && name !== ids[200])).toEqual([]);
  });

  it('ends when it is told to', async () => {
    await expect(sweep(Date.now(), AbortSignal.abort())).rejects.toThrow('abort');
  });
});
