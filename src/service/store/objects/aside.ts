import type { ObjectStorage } from './objects.ts';

/**
 * Objects without a row are moved aside and kept under `aside/TIME/FOLDER/ID`: TIME is in UTC, FOLDER/ID is their old
 * place. This shows people what happened and lets repair put them back.
 */
export const ASIDE = 'aside';

/** A group of objects: its folder in the object storage and its id. */
export interface ObjectGroup {
  readonly folder: string;
  readonly id: string;
  /** Where it is now. */
  readonly prefix: string;
  /** When it was moved aside (Unix ms); undefined if it is in place. */
  readonly movedAt?: number;
}

/** A time as part of a key: 2026-11-03T10-15-00-123Z. */
export function stamp(time: number): string {
  return new Date(time).toISOString().replace(/[:.]/g, '-');
}

/** The time of a stamp in Unix milliseconds; NaN for anything else. */
function timeOf(name: string): number {
  return Date.parse(name.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/, 'T$1:$2:$3.$4Z'));
}

/** Moves a group of objects aside. */
export async function moveAside(objects: ObjectStorage, group: ObjectGroup, now: number): Promise<void> {
  await objects.movePrefix(group.prefix, `${ASIDE}/${stamp(now)}/${group.folder}/${group.id}`);
}

/** Moves a group of objects back. Returns false, and leaves it aside, if its place is taken. */
export async function putBack(objects: ObjectStorage, group: ObjectGroup): Promise<boolean> {
  const place = `${group.folder}/${group.id}`;
  if ((await objects.changedAt(place)) !== undefined) return false;
  await objects.movePrefix(group.prefix, place);
  return true;
}

/** Yields groups that are in place, a page at a time. */
export async function* groupsIn(objects: ObjectStorage, folder: string): AsyncIterable<ObjectGroup[]> {
  for await (const ids of objects.folders(folder))
    yield ids.map((id) => ({ folder, id, prefix: `${folder}/${id}` }));
}

/** Yields groups that were moved aside from a folder, a page at a time. */
export async function* groupsAside(objects: ObjectStorage, folder: string): AsyncIterable<ObjectGroup[]> {
  for await (const names of objects.folders(ASIDE))
    for (const name of names) {
      const movedAt = timeOf(name);
      if (Number.isNaN(movedAt)) continue;
      for await (const ids of objects.folders(`${ASIDE}/${name}/${folder}`))
        yield ids.map((id) => ({ folder, id, prefix: `${ASIDE}/${name}/${folder}/${id}`, movedAt }));
    }
}

/** Removes empty time folders from `aside`. */
export async function dropEmptyAside(objects: ObjectStorage): Promise<void> {
  for await (const names of objects.folders(ASIDE))
    for (const name of names)
      if (await isEmpty(objects, `${ASIDE}/${name}`)) await objects.deletePrefix(`${ASIDE}/${name}`);
}

async function isEmpty(objects: ObjectStorage, prefix: string): Promise<boolean> {
  for await (const _ of objects.list(prefix)) return false;
  return true;
}

/** Whether there is any group of objects, in place or aside. */
export async function hasObjects(objects: ObjectStorage, folders: readonly string[]): Promise<boolean> {
  for (const folder of [...folders, ASIDE])
    for await (const page of objects.folders(folder)) return page.length > 0;
  return false;
}
