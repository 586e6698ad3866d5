import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBucket } from '../../../src/service/store/objects/s3/client.ts';
import { endAbandoned } from '../../../src/service/store/objects/s3/parts.ts';
import { s3Objects } from '../../../src/service/store/objects/s3/s3-objects.ts';
import { partSize } from '../../../src/service/store/objects/s3/send-file.ts';
import type { S3Settings } from '../../../src/service/store/objects/s3/settings.ts';
import { lacks } from '../../support/programs.ts';
import { brokenLine } from '../../support/s3/broken-line.ts';
import { type S3Server, s3Server } from '../../support/s3/s3-server.ts';
import { objectsConformance } from './objects-conformance.ts';
import { temporaryData } from './support.ts';

/** The least that S3 takes. */
const PART_BYTES = 5 * 1024 ** 2;

let server: S3Server;
let data: Awaited<ReturnType<typeof temporaryData>>;

describe.skipIf(lacks('s3'))('a bucket', () => {
  beforeAll(async () => {
    [server, data] = await Promise.all([s3Server(), temporaryData()]);
    process.env.AWS_ACCESS_KEY_ID = server.env.AWS_ACCESS_KEY_ID;
    process.env.AWS_SECRET_ACCESS_KEY = server.env.AWS_SECRET_ACCESS_KEY;
  });

  afterAll(async () => {
    await server.stop();
    await data.remove();
  });

  /** Each test has a prefix of its own. */
  const settings = (own: Partial<S3Settings> = {}): S3Settings => ({
    bucket: server.bucket,
    prefix: `${randomUUID()}/`,
    endpoint: server.endpoint,
    region: 'us-east-1',
    pathStyle: true,
    direct: false,
    silentMs: 1_000,
    partBytes: PART_BYTES,
    cacheBytes: 64 * 1024 ** 2,
    ...own,
  });
  const open = (own: Partial<S3Settings> = {}) => s3Objects(settings(own), data.dataDir);

  objectsConformance('in a bucket', async () => ({ objects: open(), close: async () => undefined }));

  /** A film that needs some parts. */
  async function largeFile(objects: ReturnType<typeof open>, parts = 1) {
    const bytes = randomBytes(parts * PART_BYTES + 1_000);
    const file = await objects.tmpFile();
    await writeFile(file, bytes);
    return { file, bytes };
  }

  const fetchedNames = () => readdir(path.join(data.dataDir, 'fetched')).catch(() => []);

  it('takes large files in parts, which are read over their borders', async () => {
    const objects = open();
    const { file, bytes } = await largeFile(objects);
    await objects.put('files/a/original', file);
    expect(await objects.size('files/a/original')).toBe(bytes.length);
    const range = { start: PART_BYTES - 2, end: PART_BYTES + 1 };
    const part = await objects.read('files/a/original', range);
    expect(Buffer.concat(await part.toArray())).toEqual(bytes.subarray(range.start, range.end + 1));
    // A machine that has not put it there fetches it.
    const elsewhere = await temporaryData();
    try {
      const held = s3Objects({ ...settingsOf(objects), prefix: prefixOf(objects) }, elsewhere.dataDir).hold();
      const there = await readFile(await held.path('files/a/original'));
      expect(createHash('sha256').update(there).digest('hex')).toBe(
        createHash('sha256').update(bytes).digest('hex'),
      );
      await held.release();
    } finally {
      await elsewhere.remove();
    }
  });

  /** The prefix of a storage, out of what people see. */
  const prefixOf = (objects: ReturnType<typeof open>) => `${objects.place().split('/').at(-1)}/`;
  const settingsOf = (objects: ReturnType<typeof open>) => settings({ prefix: prefixOf(objects) });

  it('leaves no part behind when a file becomes shorter while it is sent', async () => {
    const objects = open();
    const { file } = await largeFile(objects, 6);
    const sending = objects.put('files/a/original', file);
    await expect
      .poll(async () => (await uploads()).filter((name) => name.startsWith(prefixOf(objects))).length)
      .toBe(1);
    await truncate(file, 0);
    await expect(sending).rejects.toThrow(/shorter/);
    expect((await uploads()).filter((name) => name.startsWith(prefixOf(objects)))).toEqual([]);
    expect(await objects.size('files/a/original')).toBeUndefined();
    expect((await stat(file)).size).toBe(0);
  });

  async function uploads(): Promise<string[]> {
    const page = await server.client.send(new ListMultipartUploadsCommand({ Bucket: server.bucket }));
    return (page.Uploads ?? []).map(({ Key = '' }) => Key);
  }

  it('ends the uploads of crashed processes after a day, and no others', async () => {
    const own = settings();
    const where = { Bucket: server.bucket, Key: `${own.prefix}files/a/original` };
    const { UploadId } = await server.client.send(new CreateMultipartUploadCommand(where));
    await server.client.send(new UploadPartCommand({ ...where, UploadId, PartNumber: 1, Body: 'part' }));
    const mine = async () => (await uploads()).filter((name) => name.startsWith(own.prefix)).length;
    expect(await endAbandoned(openBucket(own), Date.now())).toBe(0);
    expect(await mine()).toBe(1);
    expect(await endAbandoned(openBucket(own), Date.now() + 25 * 3_600_000)).toBe(1);
    expect(await mine()).toBe(0);
  });

  it('makes parts larger rather than more than 10,000', () => {
    expect(partSize(1e9, PART_BYTES)).toBe(PART_BYTES);
    const most = 5 * 1024 ** 4;
    expect(most / partSize(most, PART_BYTES)).toBeLessThanOrEqual(10_000);
  });

  it('says so when an object was changed there', async () => {
    const objects = open();
    await objects.putBytes('files/a/original', 'the film');
    const Metadata = { sha256: createHash('sha256').update('the film').digest('hex') };
    const Key = `${prefixOf(objects)}files/a/original`;
    await server.client.send(
      new PutObjectCommand({ Bucket: server.bucket, Key, Body: 'the fill', Metadata }),
    );
    await expect(objects.hold().path('files/a/original')).rejects.toThrow(/was changed in the storage/);
  });

  it('fetches an object once for many jobs, and keeps no more than it may', async () => {
    const objects = open({ cacheBytes: 3_000 });
    const before = new Set(await fetchedNames());
    const mine = async () => (await fetchedNames()).filter((name) => !before.has(name));
    for (const name of ['a', 'b', 'c', 'd'])
      await objects.putBytes(`files/${name}/original`, name.repeat(1_000));
    const [first, second] = [objects.hold(), objects.hold()];
    const one = await first.path('files/a/original');
    const other = await second.path('files/a/original');
    expect((await stat(one)).ino).toBe((await stat(other)).ino);
    for (const name of ['b', 'c', 'd']) await first.path(`files/${name}/original`);
    expect((await mine()).length).toBeLessThanOrEqual(3);
    // Its copy is gone by now, and the paths of both jobs are right.
    expect(await readFile(one, 'utf8')).toBe('a'.repeat(1_000));
    await first.release();
    await expect(stat(one)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await readFile(other, 'utf8')).toBe('a'.repeat(1_000));
    await second.release();
  });

  it('is listed over several pages', async () => {
    const objects = open();
    const names = Array.from({ length: 12 }, (_, index) => `files/${String(index).padStart(2, '0')}/x`);
    for (const name of names) await objects.putBytes(name, name);
    const page = await server.client.send(
      new ListObjectsV2Command({ Bucket: server.bucket, Prefix: prefixOf(objects), MaxKeys: 5 }),
    );
    expect(page.IsTruncated).toBe(true);
    const found: string[] = [];
    for await (const key of objects.list('files')) found.push(key);
    expect(found).toEqual(names);
  });

  it('gives addresses that open one object for a while, if clients may use them', async () => {
    const objects = open({ direct: true });
    await objects.putBytes('files/a/original', '0123456789');
    expect(open().address).toBeUndefined();
    const address = await objects.address?.('files/a/original', {
      contentType: 'video/mp4',
      seconds: 60,
      disposition: 'attachment; filename="a.mp4"',
    });
    const part = await fetch(address ?? '', { headers: { range: 'bytes=2-4' } });
    expect([part.status, await part.text()]).toEqual([206, '234']);
    expect(part.headers.get('content-type')).toBe('video/mp4');
    expect(part.headers.get('content-disposition')).toBe('attachment; filename="a.mp4"');
    expect((await fetch(`${address}0`)).status).toBe(403);
    expect((await fetch((address ?? '').replace('original', 'other'))).status).toBe(403);
  });

  it.each([
    [{ bucket: 'missing' }, {}, /has no such bucket/],
    [{}, { AWS_SECRET_ACCESS_KEY: 'wrong' }, /refuses/],
    [{ endpoint: 'http://127.0.0.1:9' }, {}, /refuses connections/],
    [{ endpoint: 'http://no-such-name.invalid' }, {}, /name server/],
  ])('that cannot be used is reported with a reason: %j %j', async (own, env, reason) => {
    const saved = { ...process.env };
    Object.assign(process.env, env);
    try {
      const wrong = open(own);
      for (const ask of [() => wrong.check?.(), () => wrong.putBytes('files/a/x', 'x')])
        await expect(ask()).rejects.toMatchObject({
          name: 'StorageFault',
          status: 503,
          message: expect.stringMatching(reason),
        });
    } finally {
      Object.assign(process.env, saved);
    }
  });

  it('that falls silent ends a request', async () => {
    const objects = open({ silentMs: 300 });
    await objects.putBytes('files/a/original', 'film');
    server.stall();
    try {
      await expect(objects.size('files/a/original')).rejects.toThrow(/does not answer in time/);
    } finally {
      server.resume();
    }
    expect(await objects.size('files/a/original')).toBe(4);
  });

  it.each(['cut', 'silent'] as const)('whose line breaks (%s) goes on where it stopped', async (how) => {
    const own = settings({ silentMs: 500 });
    const bytes = randomBytes(4_000_000);
    await s3Objects(own, data.dataDir).putBytes('files/a/original', bytes);
    const line = await brokenLine(Number(new URL(server.endpoint).port), 1_000_000, how);
    try {
      const held = s3Objects({ ...own, endpoint: `http://127.0.0.1:${line.port}` }, data.dataDir).hold();
      expect((await readFile(await held.path('files/a/original'))).equals(bytes)).toBe(true);
      expect(line.broken()).toBe(1);
      await held.release();
    } finally {
      await line.close();
    }
  });
});
