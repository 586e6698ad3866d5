import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { diskObjects } from '../../../src/service/store/objects/disk-objects.ts';
import type { ObjectStorage } from '../../../src/service/store/objects/objects.ts';
import { removeOwnTemporary, removeStaleTemporary } from '../../../src/service/store/objects/temporary.ts';
import { objectsConformance } from './objects-conformance.ts';
import { temporaryData } from './support.ts';

let data: Awaited<ReturnType<typeof temporaryData>>;
let objects: ObjectStorage;

beforeEach(async () => {
  data = await temporaryData();
  objects = diskObjects(data.dataDir);
});

afterEach(() => data.remove());

objectsConformance('on disk', async () => {
  const own = await temporaryData();
  return { objects: diskObjects(own.dataDir), close: own.remove };
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
