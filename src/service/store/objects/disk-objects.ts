import { createReadStream, type Stats } from 'node:fs';
import { opendir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../../../media/files.ts';
import { moveFolder, moveInto, remove, syncPath } from './durable.ts';
import type { ObjectStorage } from './objects.ts';
import { PARTIAL_FOLDER } from './partial-files.ts';
import { temporaryFiles } from './temporary.ts';

/** One part of a key: no slash, nothing hidden, no `..`. */
const PART = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;
const MAX_LENGTH = 512;

/** Returns the key, or throws: a key is a relative path of plain names and cannot point elsewhere. */
export function checkKey(key: string): string {
  const parts = key.split('/');
  if (key.length > MAX_LENGTH || !parts.every((part) => PART.test(part)))
    throw new Error(
      `${JSON.stringify(key)} is not an object key: use plain names separated by single slashes`,
    );
  return key;
}

/** Object storage in the data folder: objects under `objects/`, unfinished files under `tmp/`. */
export function diskObjects(dataDir: string): ObjectStorage {
  const root = path.join(dataDir, 'objects');
  const temporary = temporaryFiles(dataDir);
  const at = (key: string) => path.join(root, checkKey(key));
  const put = (key: string, from: string) => moveInto(from, at(key), dataDir);
  const objects: ObjectStorage = {
    put,
    path: async (key) => at(key),
    place: (prefix) => (prefix === undefined ? root : at(prefix)),
    size: (key) => sizeOf(at(key)),
    version: async (key) => {
      const there = await found(at(key));
      return there?.isFile() ? `${there.ino}-${there.mtimeMs}-${there.size}` : undefined;
    },
    delete: (key) => remove(at(key)),
    deletePrefix: (prefix) => remove(at(prefix), true),
    list: (prefix) => walk(root, checkKey(prefix)),
    folders: (prefix) => foldersIn(at(prefix)),
    movePrefix: (from, to) => moveFolder(at(from), at(to), dataDir),
    changedAt: async (prefix) => (await found(at(prefix)))?.mtimeMs,
    tmpFile: temporary.file,
    tmpFolder: temporary.folder,
    read: async (key, range = {}) => {
      await stat(at(key));
      return createReadStream(at(key), range);
    },
    putBytes: async (key, bytes) => {
      checkKey(key);
      const file = await temporary.file();
      await writeFile(file, bytes, { mode: 0o600 });
      await put(key, file);
    },
    putFolder: async (prefix, folder) => {
      for await (const name of filesBelow(folder)) await put(`${prefix}/${name}`, path.join(folder, name));
      await rm(folder, { recursive: true, force: true });
    },
    local: true,
    hold: () => ({ ...objects, release: async () => undefined }),
  };
  return objects;
}

/** Names read from a folder at a time. */
const PAGE = 200;

/** Creates the folders of the object storage, and of what is not there yet. */
export async function prepareObjects(dataDir: string): Promise<void> {
  for (const name of ['objects', 'tmp', PARTIAL_FOLDER]) makeFolder(path.join(dataDir, name), 0o700);
  await syncPath(dataDir);
}

async function sizeOf(file: string): Promise<number | undefined> {
  const there = await found(file);
  return there?.isFile() ? there.size : undefined;
}

async function found(target: string): Promise<Stats | undefined> {
  try {
    return await stat(target);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function* foldersIn(folder: string): AsyncIterable<string[]> {
  let page: string[] = [];
  try {
    for await (const entry of await opendir(folder, { bufferSize: PAGE })) {
      if (entry.isDirectory()) page.push(entry.name);
      if (page.length < PAGE) continue;
      yield page;
      page = [];
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  if (page.length > 0) yield page;
}

async function* walk(root: string, prefix: string): AsyncIterable<string> {
  for await (const name of filesBelow(path.join(root, prefix))) yield `${prefix}/${name}`;
}

/** Yields every file below a folder, as a relative path with forward slashes; nothing if there is no such folder. */
export async function* filesBelow(folder: string): AsyncIterable<string> {
  try {
    for await (const entry of await opendir(folder, { recursive: true })) {
      if (!entry.isFile()) continue;
      const full = path.join(entry.parentPath, entry.name);
      yield path.relative(folder, full).split(path.sep).join('/');
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
