import { holdsOriginal, type ObjectFolder, withoutRow } from '../../jobs/orphans.ts';
import { wakeUp } from '../../jobs/worker/messages.ts';
import { openQueue } from '../../queue/open-queue.ts';
import { jobKey, type Queue } from '../../queue/queue.ts';
import { readRecord } from '../../resources/files/record.ts';
import { groupsAside, groupsIn, type ObjectGroup } from '../../store/objects/aside.ts';
import type { ObjectStorage } from '../../store/objects/objects.ts';
import type { Store } from '../../store/store.ts';
import { objectFolders } from './sweeps.ts';

/** Objects that no row of the database refers to. */
export interface Leftover {
  readonly id: string;
  /** `original`: an uploaded or fetched file; `derived`: made from an original, can be made again. */
  readonly kind: 'original' | 'derived';
  readonly place: 'in place' | 'aside';
  /** Name at upload; null if unknown. */
  readonly filename: string | null;
  /** Size of the original, or of all derived objects. */
  readonly bytes: number;
  /** Unix milliseconds; null if unknown. */
  readonly created_at: number | null;
  /** When it was moved aside (Unix milliseconds). */
  readonly moved_at: number | null;
  /** Its local folder. */
  readonly path: string;
}

/** Where a leftover is, for code that acts on it; not shown to the user. */
export interface Place {
  readonly group: ObjectGroup;
  readonly folder: ObjectFolder;
}

/**
 * Yields every object group without a row and every group that was moved aside. Groups waiting for a requested deletion
 * are skipped.
 */
export async function* leftovers(objects: ObjectStorage, store: Store | undefined): AsyncIterable<Place> {
  const queue = store && (await openQueue(store, { clock: Date.now, wake: wakeUp() }));
  for (const folder of objectFolders) {
    for await (const page of groupsAside(objects, folder.folder))
      for (const group of page) yield { group, folder };
    for await (const page of groupsIn(objects, folder.folder)) {
      const lost = store ? await withoutRow(store.db, folder, page) : page;
      for (const group of lost) if (!(await isBeingDeleted(queue, group))) yield { group, folder };
    }
  }
}

async function isBeingDeleted(queue: Queue | undefined, { prefix }: ObjectGroup): Promise<boolean> {
  return (await queue?.has(jobKey('object.delete', { prefix }))) ?? false;
}

/** Describes a leftover so that a person can decide what to do with it. */
export async function describeLeftover(objects: ObjectStorage, { group, folder }: Place): Promise<Leftover> {
  const { id, prefix, movedAt } = group;
  const original = await holdsOriginal(objects, folder, group);
  const record = original ? await readRecord(objects, prefix, id) : undefined;
  return {
    id,
    kind: original ? 'original' : 'derived',
    place: movedAt === undefined ? 'in place' : 'aside',
    filename: record?.filename ?? null,
    bytes: await sizeBelow(objects, original ? `${prefix}/${folder.original}` : prefix),
    created_at: record?.created_at ?? null,
    moved_at: movedAt ?? null,
    path: objects.place(prefix),
  };
}

/** Size in bytes of an object, or of all objects under a prefix. */
async function sizeBelow(objects: ObjectStorage, prefix: string): Promise<number> {
  const own = await objects.size(prefix);
  if (own !== undefined) return own;
  let bytes = 0;
  for await (const key of objects.list(prefix)) bytes += (await objects.size(key)) ?? 0;
  return bytes;
}
