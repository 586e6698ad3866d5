import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { receiveFile } from '../../../src/service/store/objects/receive-file.ts';

let folder: string;
const limits = { most: 10, tooLarge: () => new Error('too large') };

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vau-receive-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('stores content and says its size and hash', async () => {
  const target = path.join(folder, 'whole');
  const hash = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';
  expect(await receiveFile(Readable.from([Buffer.from('hel'), Buffer.from('lo')]), target, limits)).toEqual({
    bytes: 5,
    hash,
  });
  expect(await readFile(target, 'utf8')).toBe('hello');
  await expect(receiveFile(Readable.from(['x']), target, limits)).rejects.toThrow('EEXIST');
  expect(await readFile(target, 'utf8')).toBe('hello');
  await rm(target);
});

it('leaves no file if the content is too large or fails, even before anything arrives', async () => {
  const tooLarge = receiveFile(Readable.from([Buffer.alloc(11)]), path.join(folder, 'large'), limits);
  await expect(tooLarge).rejects.toThrow('too large');
  const cutOff = Array.from({ length: 500 }, (_, at) => {
    const content = new PassThrough();
    const received = receiveFile(content, path.join(folder, `${at}`), limits);
    const refused = expect(received).rejects.toThrow('cut off');
    if (at % 2) content.destroy(new Error('cut off'));
    else setImmediate(() => content.destroy(new Error('cut off')));
    return refused;
  });
  await Promise.all(cutOff);
  expect(await readdir(folder)).toEqual([]);
});
