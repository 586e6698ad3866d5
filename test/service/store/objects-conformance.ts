import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ObjectStorage, readObject } from '../../../src/service/store/objects/objects.ts';
import { namesIn } from './support.ts';

/** An empty storage, and what ends it. */
export interface Opened {
  readonly objects: ObjectStorage;
  close(): Promise<void>;
}

/** What every driver of the object storage does. */
export function objectsConformance(name: string, open: () => Promise<Opened>): void {
  let opened: Opened;
  let objects: ObjectStorage;

  beforeEach(async () => {
    opened = await open();
    objects = opened.objects;
  });

  afterEach(() => opened.close());

  async function keys(prefix: string): Promise<string[]> {
    const found: string[] = [];
    for await (const key of objects.list(prefix)) found.push(key);
    return found.sort();
  }

  describe(`objects ${name}`, () => {
    it('are moved in, read whole or in part, measured and deleted', async () => {
      const file = await objects.tmpFile('.part');
      await writeFile(file, '0123456789');
      await objects.put('files/a/original', file);
      await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' });
      expect(await text(await objects.read('files/a/original'))).toBe('0123456789');
      expect(await text(await objects.read('files/a/original', { start: 2, end: 4 }))).toBe('234');
      expect(await text(await objects.read('files/a/original', { start: 0, end: 0 }))).toBe('0');
      expect(await text(await objects.read('files/a/original', { start: 8 }))).toBe('89');
      expect(await objects.size('files/a/original')).toBe(10);
      expect(await readFile(await objects.path('files/a/original'), 'utf8')).toBe('0123456789');
      await objects.delete('files/a/original');
      await objects.delete('files/a/original');
      expect(await objects.size('files/a/original')).toBeUndefined();
      expect(await readObject(objects, 'files/a/original')).toBeUndefined();
      await expect(objects.read('files/a/original')).rejects.toMatchObject({ code: 'ENOENT' });
      await expect(readFile(await objects.path('files/a/original'))).rejects.toMatchObject({
        code: 'ENOENT',
      });
    });

    it('are replaced atomically', async () => {
      await objects.putBytes('files/a/thumbnail.jpg', 'first and long');
      expect(await readFile(await objects.path('files/a/thumbnail.jpg'), 'utf8')).toBe('first and long');
      const version = await objects.version('files/a/thumbnail.jpg');
      expect(await objects.version('files/a/thumbnail.jpg')).toBe(version);
      await objects.putBytes('files/a/thumbnail.jpg', 'second');
      expect(await objects.version('files/a/thumbnail.jpg')).not.toBe(version);
      expect(await objects.version('files/a/none')).toBeUndefined();
      expect(await text(await objects.read('files/a/thumbnail.jpg'))).toBe('second');
      expect(await readFile(await objects.path('files/a/thumbnail.jpg'), 'utf8')).toBe('second');
    });

    it('are empty, or hold any bytes', async () => {
      await objects.putBytes('files/a/empty', '');
      expect(await objects.size('files/a/empty')).toBe(0);
      expect((await readObject(objects, 'files/a/empty'))?.length).toBe(0);
      const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
      await objects.putBytes('files/a/bytes', bytes);
      expect(await readObject(objects, 'files/a/bytes')).toEqual(bytes);
      expect(await readFile(await objects.path('files/a/empty'), 'utf8')).toBe('');
    });

    it('are added by folder and deleted by prefix', async () => {
      const folder = await objects.tmpFolder();
      await mkdir(path.join(folder, 'parts'));
      await writeFile(path.join(folder, 'index.m3u8'), 'list');
      await writeFile(path.join(folder, 'parts', '1.m4s'), 'part');
      await objects.putFolder('shares/s', folder);
      await expect(stat(folder)).rejects.toMatchObject({ code: 'ENOENT' });
      await objects.putBytes('shares/t/index.m3u8', 'other');
      await objects.putBytes('shares/s2/index.m3u8', 'a name that begins the same');
      expect(await keys('shares/s')).toEqual(['shares/s/index.m3u8', 'shares/s/parts/1.m4s']);
      expect(await namesIn(objects, 'shares')).toEqual(['s', 's2', 't']);
      await objects.deletePrefix('shares/s');
      await objects.deletePrefix('shares/s');
      expect(await keys('shares/s')).toEqual([]);
      expect(await keys('shares')).toEqual(['shares/s2/index.m3u8', 'shares/t/index.m3u8']);
    });

    it('are moved by prefix, with everything below', async () => {
      const before = Date.now() - 2_000;
      await objects.putBytes('files/a/original', 'film');
      await objects.putBytes('files/a/parts/1', 'part');
      expect(await objects.changedAt('files/a')).toBeGreaterThan(before);
      await objects.movePrefix('files/a', 'aside/then/files/a');
      expect(await keys('files')).toEqual([]);
      expect(await objects.changedAt('files/a')).toBeUndefined();
      expect(await keys('aside')).toEqual(['aside/then/files/a/original', 'aside/then/files/a/parts/1']);
      expect(await text(await objects.read('aside/then/files/a/original'))).toBe('film');
      await expect(objects.movePrefix('files/a', 'files/b')).rejects.toThrow();
    });

    it('have paths that stay right for one piece of work, and none after it', async () => {
      await objects.putBytes('files/a/original', 'film');
      const held = objects.hold();
      const [path, again] = await Promise.all([held.path('files/a/original'), held.path('files/a/original')]);
      expect(again).toBe(path);
      expect(await readFile(path, 'utf8')).toBe('film');
      expect(await readFile(await held.path('files/a/later')).catch(() => 'none')).toBe('none');
      await held.putBytes('files/a/later', 'now');
      expect(await readFile(await held.path('files/a/later'), 'utf8')).toBe('now');
      await held.release();
    });

    it('are where people find them', async () => {
      expect(objects.place('files/a')).toBe(`${objects.place()}/files/a`);
    });

    it.each([
      '',
      '.',
      '..',
      '/etc/passwd',
      '../x',
      'files/../../x',
      'files//x',
      'files/',
      'a\\..\\b',
      'a\0b',
      '.hidden',
      'x'.repeat(600),
    ])('cannot have the key %j', async (key) => {
      await expect(objects.putBytes(key, 'x')).rejects.toThrow(/not an object key/);
      await expect(async () => objects.path(key)).rejects.toThrow(/not an object key/);
      await expect(async () => objects.deletePrefix(key)).rejects.toThrow(/not an object key/);
    });
  });
}
