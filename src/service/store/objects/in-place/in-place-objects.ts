/**
 * Files that are read where they are: an object that is only a reference to a file of this machine. Each use looks whether
 * the file is still the one that was referred to, within the folders that may be read.
 */
import { type FileHandle, readlink } from 'node:fs/promises';
import * as z from 'zod';
import { type HeldObjects, type ObjectStorage, type OriginalStorage, readObject } from '../objects.ts';
import { PlaceFault } from './fault.ts';
import { type Bounds, descriptorPath, type OpenPlace, openPlace } from './open-place.ts';

/** What stands in the storage for a file that is read where it is. */
const referenceSchema = z.object({
  /** Absolute path on the service's machine, as it was asked for. */
  path: z.string(),
  bytes: z.int(),
  /** When it was last changed, in Unix milliseconds. */
  modified_ms: z.number(),
});

type Reference = z.infer<typeof referenceSchema>;

/** Times closer than this are the same: copies, backups and network folders keep them less exactly than disks. */
const SAME_MS = 2;

/** The key of the reference that stands for an object. */
const keyOf = (key: string) => `${key}.place`;

/** The reference that stands for an object; undefined if there is none. */
async function referenceOf(objects: ObjectStorage, key: string): Promise<Reference | undefined> {
  const text = await readObject(objects, keyOf(key));
  return text === undefined ? undefined : referenceSchema.parse(JSON.parse(text.toString()));
}

/** Makes an object a reference to a file. @throws PlaceFault */
async function refer(objects: ObjectStorage, key: string, path: string, bounds: Bounds): Promise<Reference> {
  const { handle, stats } = await openPlace(path, bounds);
  await handle.close();
  const reference = { path, bytes: stats.size, modified_ms: stats.mtimeMs };
  await objects.putBytes(keyOf(key), `${JSON.stringify(reference)}\n`);
  return reference;
}

/** Opens the file of a reference, if it is what it was. @throws PlaceFault (409) that says what happened to it */
async function openReference({ path, bytes, modified_ms }: Reference, bounds: Bounds): Promise<OpenPlace> {
  const opened = await openPlace(path, bounds).catch((error: unknown) => {
    throw error instanceof PlaceFault ? since(path, error) : error;
  });
  const { handle, stats } = opened;
  if (stats.size === bytes && Math.abs(stats.mtimeMs - modified_ms) < SAME_MS) return opened;
  await handle.close();
  const how =
    stats.size === bytes
      ? `written to on ${new Date(stats.mtimeMs).toISOString()}`
      : `${stats.size} bytes instead of ${bytes}`;
  throw new PlaceFault(
    'changed',
    `${path} changed after it was ingested in place (${how}); to ingest what is there now: vau file upload --in-place ${path}`,
  );
}

/** The same fault, told of a file that could be read once. */
function since(path: string, { kind, message }: PlaceFault): PlaceFault {
  if (kind !== 'missing' && kind !== 'special') return new PlaceFault(kind, message, 409);
  return new PlaceFault(
    kind,
    `${path} was ingested in place and is no longer there; put it back, or name its new path: vau file upload --in-place PATH`,
    409,
  );
}

/** How long a network folder may take to say whether a file is there, in milliseconds. */
const ANSWER_MS = 2_000;

/** How the path of an open file is given to programs; undefined: it is only checked. */
type Keep = (key: string, opened: OpenPlace) => Promise<string>;

/**
 * An object storage in which a small object can stand for a file outside: reading the object reads the file where it is.
 * The file itself is never written, moved or deleted.
 */
export function inPlaceObjects(stored: ObjectStorage, bounds: Bounds): OriginalStorage {
  return over(stored, bounds, async (_, { handle, real }) => {
    await handle.close();
    return real;
  });
}

function over(stored: ObjectStorage, bounds: Bounds, keep: Keep): OriginalStorage {
  const standIn = async (key: string) =>
    (await stored.size(key)) === undefined ? referenceOf(stored, key) : undefined;
  return {
    ...stored,
    refer: async (key, path) => (await refer(stored, key, path, bounds)).bytes,
    // Without a look at the file: a folder that does not answer must not stop lists and sweeps.
    size: async (key) => (await stored.size(key)) ?? (await referenceOf(stored, key))?.bytes,
    path: async (key) => {
      const reference = await standIn(key);
      return reference ? keep(key, await openReference(reference, bounds)) : stored.path(key);
    },
    read: async (key, range = {}) => {
      const reference = await standIn(key);
      if (!reference) return stored.read(key, range);
      const { handle } = await openReference(reference, bounds);
      return handle.createReadStream({ ...range, highWaterMark: 1 << 16 });
    },
    ...(stored.address && {
      address: async (key, answer) => ((await standIn(key)) ? undefined : stored.address?.(key, answer)),
    }),
    fault: async (key) => {
      const reference = await standIn(key);
      return reference && inTime(reference.path, faultOf(openReference(reference, bounds)));
    },
    hold: () => held(stored, bounds),
  };
}

/** Keeps files open until released: their paths lead to what was checked, whatever has their names by then. */
function held(free: ObjectStorage, bounds: Bounds): HeldObjects {
  const handles: FileHandle[] = [];
  const known = new Map<string, string>();
  const stored = free.hold();
  const objects = over(stored, bounds, async (key, { handle, real }) => {
    handles.push(handle);
    const way = descriptorPath(handle);
    // Other systems have no such paths: there the path was right a moment ago.
    const path = await readlink(way).then(
      () => way,
      () => real,
    );
    known.set(key, path);
    return path;
  });
  return {
    ...objects,
    path: async (key) => known.get(key) ?? objects.path(key),
    release: async () => {
      known.clear();
      await Promise.all(handles.splice(0).map((handle) => handle.close()));
      await stored.release();
    },
  };
}

async function faultOf(opening: Promise<OpenPlace>): Promise<string | undefined> {
  try {
    const { handle } = await opening;
    await handle.close();
    return undefined;
  } catch (error) {
    if (error instanceof PlaceFault) return error.message;
    throw error;
  }
}

/** A network folder whose server is gone can block for minutes. */
async function inTime(path: string, asked: Promise<string | undefined>): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(
      () => resolve(`${path} was ingested in place, and its folder does not respond`),
      ANSWER_MS,
    );
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}
