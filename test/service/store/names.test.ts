import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeFolder } from '../../../src/media/files.ts';
import { makeBackup } from '../../../src/service/backup/make-backup.ts';
import { restoreBackup } from '../../../src/service/backup/restore-backup.ts';
import { changeSetting } from '../../../src/service/context/settings-file.ts';
import { writeManifest } from '../../../src/service/models/index.ts';
import { targetFolder } from '../../../src/service/move/sides.ts';
import { diskObjects, prepareObjects } from '../../../src/service/store/objects/disk-objects.ts';
import { makeFolder as makeDurably } from '../../../src/service/store/objects/durable.ts';
import { partialFiles } from '../../../src/service/store/objects/partial-files.ts';
import { openStore } from '../../../src/service/store/open-store.ts';
import { secretsKey } from '../../../src/service/store/secrets/secrets-key.ts';
import { temporaryData } from './support.ts';

/** Folders in which a name came or went since they were synced: after a power cut they may list what they listed before. */
const unsynced = vi.hoisted(() => new Set<string>());

/** What was deleted while a name beside it was not synced yet. */
const overtaking = vi.hoisted(() => new Set<string>());

/** What is made under another name first, or is deleted at the next start, may come and go as it likes. */
const passing = vi.hoisted(() => /\.part$|\/vau-store-[^/]+\/tmp(\/|$)/);

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const { dirname } = await import('node:path');
  const { existsSync: isThere } = await import('node:fs');
  const note = (name: string) => passing.test(name) || unsynced.add(dirname(name));
  return {
    ...real,
    rename: async (from: string, to: string) => {
      await real.rename(from, to);
      note(to);
      note(from);
    },
    link: async (from: string, to: string) => {
      await real.link(from, to);
      note(to);
    },
    mkdir: async (folder: string, options: object) => {
      await real.mkdir(folder, options);
      note(folder);
    },
    rm: async (target: string, options: object) => {
      if (unsynced.has(dirname(target))) overtaking.add(target);
      if (isThere(target)) note(target);
      await real.rm(target, options);
      for (const folder of unsynced) if (`${folder}/`.startsWith(`${target}/`)) unsynced.delete(folder);
    },
    open: async (file: string, flags: string, mode: number) => {
      const isNew = !isThere(file);
      const handle = await real.open(file, flags, mode);
      if (isNew) note(file);
      const sync = handle.sync.bind(handle);
      handle.sync = async () => {
        await sync();
        unsynced.delete(file);
      };
      return handle;
    },
  };
});

vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  const { dirname } = await import('node:path');
  const opened = new Map<number, string>();
  return {
    ...real,
    mkdirSync: (folder: string, options: object) => {
      unsynced.add(dirname(folder));
      return real.mkdirSync(folder, options);
    },
    openSync: (file: string, ...how: [string]) => {
      const number = real.openSync(file, ...how);
      opened.set(number, file);
      return number;
    },
    fsyncSync: (number: number) => {
      real.fsyncSync(number);
      unsynced.delete(opened.get(number) ?? '');
    },
  };
});

let data: Awaited<ReturnType<typeof temporaryData>>;
const inData = (name: string) => path.join(data.dataDir, name);
/** What is left to sync in the data folder, relative to it. */
const left = () => [...unsynced].map((folder) => path.relative(data.dataDir, folder));

beforeEach(async () => {
  data = await temporaryData();
  await prepareObjects(data.dataDir);
});
afterEach(async () => {
  await data.remove();
  unsynced.clear();
  overtaking.clear();
});

describe.skipIf(process.platform === 'win32')('after a power cut', () => {
  const put = async (key: string) => {
    const objects = diskObjects(data.dataDir);
    await objects.putBytes(key, 'content');
    return objects;
  };

  it('folders are there that were made', () => {
    expect(left()).toEqual([]);
    makeFolder(inData('one/two'));
    expect(left()).toEqual([]);
  });

  it('a folder is there whose maker died before it could sync its name', async () => {
    await mkdir(inData('objects/files'));
    expect(left()).toEqual(['objects']);
    await makeDurably(inData('objects/files'), data.dataDir);
    expect(left()).toEqual([]);
  });

  it('a folder is there above a new one, whose maker died before it could sync its name', async () => {
    await mkdir(inData('objects/files'));
    await makeDurably(inData('objects/files/1'), data.dataDir);
    expect(left()).toEqual([]);
  });

  it('objects are there that were put, and those are not that were deleted', async () => {
    const objects = await put('files/1/original');
    await put('files/1/thumbnail.jpg');
    expect(left()).toEqual([]);
    await objects.delete('files/1/thumbnail.jpg');
    expect(left()).toEqual([]);
    await objects.movePrefix('files/1', 'aside/1');
    expect(left()).toEqual([]);
    await objects.deletePrefix('aside/1');
    expect(left()).toEqual([]);
    // A deletion that is tried again does not know whether the first one was synced.
    unsynced.add(inData('objects/aside'));
    await objects.deletePrefix('aside/1');
    expect(left()).toEqual([]);
  });

  it('an upload is there that has a byte', async () => {
    const partial = await partialFiles(data.dataDir).append('upload');
    expect(left()).toEqual([]);
    await partial.end();
  });

  it('a setting, the key of secrets and a model that was set up are there', async () => {
    await changeSetting(data.dataDir, 'speech_language', 'de');
    expect(left()).toEqual([]);
    await secretsKey({ dataDir: data.dataDir });
    expect(left()).toEqual([]);
    const one = { name: 'runtime', version: '1' };
    await writeManifest(inData('uploads'), {
      ...{ ...one, licence: 'MIT', source: 'here', installed_at: 1, packages: [{ ...one, integrity: 'x' }] },
    });
    expect(left()).toEqual([]);
  });

  it('a store that was moved is there before what it was made in is gone', async () => {
    const target = await targetFolder(inData('uploads'), true);
    await target.finish();
    expect([...overtaking]).toEqual([]);
    expect(left()).toEqual(['uploads']);
    expect(existsSync(inData('uploads/vau.sqlite'))).toBe(true);
  });

  it('a backup is whole, and so is what was restored from it', async () => {
    const objects = await put('files/1/original');
    const store = await openStore(data.dataDir);
    await store.close();
    await writeFile(inData('uploads/upload'), 'bytes');
    const backup = await temporaryData();
    const common = { folder: backup.dataDir, folders: ['files'], signal: new AbortController().signal };
    const progress = () => undefined;
    await makeBackup({ ...common, dataDir: data.dataDir, objects, clock: Date.now, progress });
    expect(left()).toEqual([]);
    const restored = await temporaryData();
    const { dataDir } = restored;
    const openObjects = async () => diskObjects(dataDir);
    await restoreBackup({ ...common, dataDir, openObjects, progress });
    expect(left()).toEqual([]);
    await Promise.all([backup.remove(), restored.remove()]);
  });
});
