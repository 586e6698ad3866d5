import { type FileHandle, readlink } from 'node:fs/promises';
import type { HeldObjects, ObjectStorage, OriginalStorage } from '../objects.ts';
import { PlaceFault } from './fault.ts';
import { type Bounds, descriptorPath, type OpenPlace } from './open-place.ts';
import { openReference, refer, referenceOf } from './reference.ts';

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
