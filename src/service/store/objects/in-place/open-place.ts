import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises';
import path from 'node:path';
import { outside, PlaceFault } from './fault.ts';

/** What may be read in place. */
export interface Bounds {
  /** Absolute paths of the allowed folders. */
  readonly folders: readonly string[];
  /** The data folder, whose files are never read in place: they are other people's originals. */
  readonly dataDir: string;
}

/** A file opened where it is. The caller closes the handle. */
export interface OpenPlace {
  readonly handle: FileHandle;
  /** Its path without symbolic links. */
  readonly real: string;
  /** What the handle is open on, not what has the path now. */
  readonly stats: Stats;
}

/** The bounds without symbolic links. A folder that is not there now (an unmounted disk) allows nothing. */
interface RealBounds {
  readonly folders: readonly string[];
  readonly dataDir: string;
}

/**
 * Opens a regular file below an allowed folder for reading. Symbolic links may lead anywhere below the allowed folders.
 * What counts is where the opened file is, checked after it was opened: what is swapped in between is refused.
 * @param asked an absolute path
 * @throws PlaceFault
 */
export async function openPlace(asked: string, bounds: Bounds): Promise<OpenPlace> {
  const target = path.resolve(asked);
  const allowed = bounds.folders.filter((folder) => isBelow(target, path.resolve(folder)));
  // Nothing of the file system is touched for a path outside.
  if (!path.isAbsolute(asked) || asked.includes('\0') || allowed[0] === undefined) throw outside(asked);
  const real = await realBounds(bounds);
  const found = await follow(path.resolve(allowed[0]), target, real);
  await checkRegular(found, asked);
  const handle = await openRegular(found, asked);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw special(asked);
    if (!isInside(await whereIs(handle, found, stats), real)) throw outside(asked);
    return { handle, real: found, stats };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function realBounds({ folders, dataDir }: Bounds): Promise<RealBounds> {
  const found = await Promise.all(folders.map((folder) => realpath(folder).catch(() => undefined)));
  return {
    folders: found.filter((folder) => folder !== undefined),
    dataDir: await realpath(dataDir).catch(() => path.resolve(dataDir)),
  };
}

/**
 * The path without symbolic links, followed part by part: a link that leads outside is refused before what is behind it
 * is looked for, so that a missing file and a present one give the same error there.
 */
async function follow(folder: string, target: string, bounds: RealBounds): Promise<string> {
  let at = await realpath(folder).catch((error: unknown) => {
    throw lost(target, error);
  });
  for (const part of path.relative(folder, target).split(path.sep)) {
    const next = path.join(at, part);
    const found = await lstat(next).catch((error: unknown) => {
      throw lost(target, error);
    });
    const real = found.isSymbolicLink() ? await realpath(next).catch(() => undefined) : next;
    if (real === undefined || !(isInside(real, bounds) || bounds.folders.includes(real)))
      throw outside(target);
    at = real;
  }
  return realpath(at).catch((error: unknown) => {
    throw lost(target, error);
  });
}

/** Looks before opening: opening alone can rewind a tape. */
async function checkRegular(file: string, asked: string): Promise<void> {
  const found = await lstat(file).catch((error: unknown) => {
    throw lost(asked, error);
  });
  if (!found.isFile()) throw special(asked);
}

async function openRegular(file: string, asked: string): Promise<FileHandle> {
  // Without O_NONBLOCK, a pipe put there in the meantime would block. Windows has neither flag.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  try {
    return await open(file, flags);
  } catch (error) {
    throw codeOf(error) === 'ELOOP' ? outside(asked) : lost(asked, error);
  }
}

/** Where an open file is: from the system on Linux; elsewhere by its path, if that is still the same file. */
async function whereIs(handle: FileHandle, file: string, stats: Stats): Promise<string> {
  const known = await readlink(descriptorPath(handle)).catch(() => undefined);
  if (known !== undefined) return known;
  const real = await realpath(file).catch(() => '');
  const there = await lstat(real).catch(() => undefined);
  return there?.ino === stats.ino && there.dev === stats.dev ? real : '';
}

/** A path that opens the same file again, whatever has its name by then; only Linux has it. */
export function descriptorPath({ fd }: FileHandle): string {
  return `/proc/${process.pid}/fd/${fd}`;
}

function isInside(file: string, { folders, dataDir }: RealBounds): boolean {
  return file !== dataDir && !isBelow(file, dataDir) && folders.some((folder) => isBelow(file, folder));
}

/** Whether a path is below a folder, by its words alone. */
function isBelow(file: string, folder: string): boolean {
  const way = path.relative(folder, file);
  return way !== '' && way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}

function lost(asked: string, error: unknown): PlaceFault {
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new PlaceFault('missing', `${asked} does not exist on the service's machine`);
  return new PlaceFault('unreadable', `the service cannot read ${asked}: ${code}`);
}

const special = (asked: string): PlaceFault =>
  new PlaceFault('special', `${asked} is not a regular file; name a video, audio or image file`);

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'unknown error';
