import { stat } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepareDataFolder } from '../../../src/service/store/data-folder.ts';
import { temporaryData } from './support.ts';

let data: Awaited<ReturnType<typeof temporaryData>>;
beforeEach(async () => {
  data = await temporaryData();
});
afterEach(() => data.remove());

describe('a data folder', () => {
  it.each([
    ['NFS', 0x6969],
    ['SMB', 0xfe534d42],
    ['SMB', 0xfe534d42 | 0],
    ['SMB (CIFS)', 0xff534d42],
    ['FUSE', 0x65735546],
    ['9P', 0x01021997],
  ])('on %s (%d) is refused with the reason', async (name, type) => {
    const preparing = prepareDataFolder(data.dataDir, async () => type);
    await expect(preparing).rejects.toThrow(
      `the data folder ${data.dataDir} cannot be used: it is on a network file system (${name})`,
    );
    await expect(preparing).rejects.toMatchObject({ name: 'FolderRefused' });
  });

  it.each([
    ['ext4', 0xef53],
    ['btrfs', 0x9123683e],
    ['a system without magic numbers', undefined],
  ])('on %s is accepted', (_, type) => prepareDataFolder(data.dataDir, async () => type));

  it('is created readable by its owner only, and checks the file system itself', async () => {
    const folder = path.join(data.dataDir, 'a', 'b');
    await prepareDataFolder(folder);
    for (const made of [folder, path.dirname(folder)]) expect((await stat(made)).mode & 0o777).toBe(0o700);
  });
});
