import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { diskObjects } from '../../../src/service/store/disk-objects.ts';
import type { ObjectStorage } from '../../../src/service/store/objects.ts';
import { removeOwnTemporary, removeStaleTemporary } from '../../../src/service/store/temporary.ts';
import { namesIn, temporaryData } from './support.ts';

let data: Awaited<ReturnType<typeof temporaryData>>;
let objects: ObjectStorage;

beforeEach(async () => {
  data = await temporaryData();
  objects = diskObjects(data.dataDir);
});

afterEach(() => data.remove());

async function keys(prefix: string): Promise<string[]> {
  const found: string[] = [];
  for await (const key of objects.list(prefix)) found.push(key);
  return found.sort();
}

describe('objects on disk', () => {
  it('are moved in, read whole or in part, measured and deleted', async () => {
    const file = await objects.tmpFile('.part');
    await writeFile(file, '0123456789');
    await objects.put('files/a/original', file);
    expect(await text(await objects.read('files/a/original'))).toBe('0123456789');
    expect(await text(await objects.read('files/a/original', { start: 2, end: 4 }))).toBe('234');
    expect(await text(await objects.read('files/a/original', { start: 8 }))).toBe('89');
    expect(await objects.size('files/a/original')).toBe(10);
    expect(await readFile(await objects.path('files/a/original'), 'utf8')).toBe('0123456789');
    await objects.delete('files/a/original');
    await objects.delete('files/a/original');
    expect(await objects.size('files/a/original')).toBeUndefined();
    await expect(objects.read('files/a/original')).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('are replaced atomically', async () => {
    await objects.putBytes('files/a/thumbnail.jpg', 'first and long');
    await objects.putBytes('files/a/thumbnail.jpg', 'second');
    expect(await text(await objects.read('files/a/thumbnail.jpg'))).toBe('second');
  });

  it('are added by folder and deleted by prefix', async () => {
    const folder = await objects.tmpFolder();
    await mkdir(path.join(folder, 'parts'));
    await writeFile(path.join(folder, 'index.m3u8'), 'list');
    await writeFile(path.join(folder, 'parts', '1.m4s'), 'part');
    await objects.putFolder('shares/s', folder);
    await objects.putBytes('shares/t/index.m3u8', 'other');
    expect(await keys('shares/s')).toEqual(['shares/s/index.m3u8', 'shares/s/parts/1.m4s']);
    expect((await namesIn(objects, 'shares')).sort()).toEqual(['s', 't']);
    await objects.deletePrefix('shares/s');
    await objects.deletePrefix('shares/s');
    expect(await keys('shares/s')).toEqual([]);
    expect(await keys('shares')).toEqual(['shares/t/index.m3u8']);
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

describe('temporary files', () => {
  const tmp = () => path.join(data.dataDir, 'tmp');

  it('are deleted with their process, not before', async () => {
    const mine = await objects.tmpFile();
    await writeFile(mine, 'x');
    const gone = 2 ** 22 + 1; // above the largest process id
    for (const name of [`${gone}-x`, `${process.pid}-earlier`, 'unknown', `${process.ppid}-x`])
      await mkdir(path.join(tmp(), name));
    expect(await removeStaleTemporary(data.dataDir)).toBe(3);
    expect((await readdir(tmp())).sort()).toEqual(
      [path.basename(path.dirname(mine)), `${process.ppid}-x`].sort(),
    );
    await removeOwnTemporary(data.dataDir);
    expect(await readdir(tmp())).toEqual([`${process.ppid}-x`]);
  });
});
