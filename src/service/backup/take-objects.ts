import { createReadStream } from 'node:fs';
import { link } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { makeFolder } from '../../media/make-folder.ts';
import { writeWhole } from '../../media/write-whole.ts';
import { digestOf } from '../store/digest.ts';
import { syncPath } from '../store/durable.ts';
import type { ObjectStorage } from '../store/objects.ts';
import { type Received, receiveFile } from '../store/receive-file.ts';
import { several } from '../store/several.ts';
import { layoutOf } from './layout.ts';
import { addLine, type ObjectLine, readLines } from './record.ts';

/** Objects that are taken at the same time. */
const AT_ONCE = 4;

/** Keys that are taken together. */
const PAGE = 200;

export interface Taking {
  readonly objects: ObjectStorage;
  /** Folders of the object storage, and single objects. */
  readonly folders: readonly string[];
  readonly single: readonly string[];
  readonly signal: AbortSignal;
  /** Called with the number of objects that are in the backup. */
  readonly progress: (count: number) => void;
}

/**
 * Puts into the backup what the object storage holds, unless it is there in the same version. What is deleted meanwhile is
 * left out.
 */
export async function takeObjects(folder: string, taking: Taking): Promise<void> {
  const lines = await readLines(folder);
  const take = (keys: readonly string[]) =>
    several(keys, AT_ONCE, async (key) => {
      taking.signal.throwIfAborted();
      const line = await takeOne(folder, key, taking, lines.get(key));
      if (line) lines.set(key, line);
      taking.progress(lines.size);
    });
  await take(taking.single);
  for (const prefix of taking.folders) {
    let page: string[] = [];
    for await (const key of taking.objects.list(prefix)) {
      page.push(key);
      if (page.length < PAGE) continue;
      await take(page);
      page = [];
    }
    await take(page);
  }
}

async function takeOne(
  folder: string,
  key: string,
  taking: Taking,
  known: ObjectLine | undefined,
): Promise<ObjectLine | undefined> {
  const version = await taking.objects.version(key);
  if (version === undefined || version === known?.version) return known;
  const target = path.join(layoutOf(folder).objects, key);
  makeFolder(path.dirname(target), 0o700);
  try {
    let taken: Received | undefined;
    await writeWhole(target, async (part) => {
      taken = await copyTo(part, key, taking);
    });
    if (!taken) return undefined;
    const line = { key, bytes: taken.bytes, sha256: taken.hash, version };
    await addLine(folder, line);
    return line;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** A second name where the disk allows it; else a copy. */
async function copyTo(part: string, key: string, { objects, signal }: Taking): Promise<Received> {
  if (objects.local) {
    const from = await objects.path(key);
    try {
      await link(from, part);
      return await digestOf(part, signal);
    } catch (error) {
      // Another disk, a file system without such names, or too many of them.
      if (!hasCode(error, 'EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP')) throw error;
    }
    return copied(createReadStream(from), part, signal);
  }
  return copied(await objects.read(key), part, signal);
}

/** On the disk when it returns. */
async function copied(content: Readable, part: string, signal: AbortSignal): Promise<Received> {
  const most = Number.POSITIVE_INFINITY;
  const received = await receiveFile(content, part, {
    most,
    tooLarge: () => new Error('unreachable'),
    signal,
  });
  await syncPath(part);
  return received;
}

function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException).code ?? '');
}
