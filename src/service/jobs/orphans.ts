import type { ServiceContext } from '../context/context.ts';
import { jobKey } from '../queue/queue.ts';
import {
  dropEmptyAside,
  groupsAside,
  groupsIn,
  moveAside,
  type ObjectGroup,
  putBack,
} from '../store/objects/aside.ts';
import type { ObjectStorage } from '../store/objects/objects.ts';
import type { Db, Schema } from '../store/sql/schema.ts';
import { ownsObjects } from '../store/store-id.ts';
import type { Sweep } from './sweep.ts';

/** Tables whose rows have ids. */
type TableWithId = {
  [Name in keyof Schema]: Schema[Name] extends { id: string } ? Name : never;
}[keyof Schema];

/** A folder of the object storage whose subfolders are named by the ids of a table's rows. */
export interface ObjectFolder {
  readonly folder: string;
  readonly table: TableWithId;
  /** File name of the originals in it. A group moved aside with an original stays until a person removes it. */
  readonly original?: string;
  /** A table with rows that become rows of `table` once they are done: their objects may be in place before. */
  readonly begunIn?: 'uploads';
}

/** How long derived objects are kept aside, in milliseconds. */
const KEPT_MS = 30 * 24 * 3_600_000;

/**
 * Returns a sweep over object folders. A group without a row is moved aside; a group aside whose row is back is put
 * back; derived objects are deleted after 30 days aside. Originals are never deleted here. Does nothing unless the
 * database and the objects have the same store id.
 */
export function sweepOrphans(folders: readonly ObjectFolder[]): Sweep {
  return async (ctx, before) => {
    if (!(await ownsObjects(ctx.db, ctx.objects)))
      return ctx.log.error('not sweeping objects: their store id differs from the database', {
        next: 'vau service repair',
      });
    for (const folder of folders) {
      for await (const page of groupsAside(ctx.objects, folder.folder)) {
        ctx.signal?.throwIfAborted();
        await lookAside(ctx, folder, page);
      }
      for await (const page of groupsIn(ctx.objects, folder.folder)) {
        ctx.signal?.throwIfAborted();
        await lookAt(ctx, folder, page, before);
      }
    }
    await dropEmptyAside(ctx.objects);
  };
}

/** The groups without a row, and without one that is about to be made. */
export async function withoutRow(
  db: Db,
  { table, begunIn }: ObjectFolder,
  groups: readonly ObjectGroup[],
): Promise<ObjectGroup[]> {
  const ids = groups.map((group) => group.id);
  const rows = await db.selectFrom(table).select('id').where('id', 'in', ids).execute();
  const begun = begunIn
    ? await db.selectFrom(begunIn).select('id').where('id', 'in', ids).where('done_at', 'is', null).execute()
    : [];
  const known = new Set([...rows, ...begun].map((row) => row.id));
  return groups.filter((group) => !known.has(group.id));
}

/** Whether a group holds an original, which cannot be made again. */
export async function holdsOriginal(
  objects: ObjectStorage,
  { original }: ObjectFolder,
  { prefix }: ObjectGroup,
): Promise<boolean> {
  return original !== undefined && (await objects.size(`${prefix}/${original}`)) !== undefined;
}

/** Moves groups without a row aside. */
async function lookAt(
  ctx: ServiceContext,
  folder: ObjectFolder,
  page: readonly ObjectGroup[],
  before: number,
): Promise<void> {
  for (const group of await withoutRow(ctx.db, folder, page)) {
    if (await isExplained(ctx, group, before)) continue;
    await each(ctx, group, async () => {
      await moveAside(ctx.objects, group, ctx.clock());
      return 'moved objects without a row aside; list them with vau service repair';
    });
  }
}

/** Whether its row may still be written (as during an upload), or its deletion is in progress. */
async function isExplained(
  { objects, queue }: ServiceContext,
  { prefix }: ObjectGroup,
  before: number,
): Promise<boolean> {
  const changed = await objects.changedAt(prefix);
  if (changed === undefined || changed >= before) return true;
  return queue.has(jobKey('object.delete', { prefix }));
}

/** Puts groups back whose row exists again (for example after restoring a newer database), and deletes expired ones. */
async function lookAside(
  ctx: ServiceContext,
  folder: ObjectFolder,
  page: readonly ObjectGroup[],
): Promise<void> {
  const lost = new Set(await withoutRow(ctx.db, folder, page));
  for (const group of page)
    await each(ctx, group, async () => {
      if (!lost.has(group))
        return (await putBack(ctx.objects, group)) && 'put objects back whose rows exist again';
      if (ctx.clock() - (group.movedAt ?? ctx.clock()) <= KEPT_MS) return false;
      if (await holdsOriginal(ctx.objects, folder, group)) return false;
      await ctx.objects.deletePrefix(group.prefix);
      return 'deleted derived objects without a row after 30 days';
    });
}

/** A folder that cannot be moved does not stop the others. `work` returns whether it acted. */
async function each(
  { log }: ServiceContext,
  { prefix }: ObjectGroup,
  work: () => Promise<string | false>,
): Promise<void> {
  try {
    const did = await work();
    if (did) log.warn(did, { prefix });
  } catch (error) {
    log.error('objects without a row could not be moved', { prefix, error });
  }
}
