import type { ServiceContext } from '../context/context.ts';
import { jobKey } from '../queue/queue.ts';
import {
  dropEmptyAside,
  groupsAside,
  groupsIn,
  moveAside,
  type ObjectGroup,
  putBack,
} from '../store/aside.ts';
import type { ObjectStorage } from '../store/objects.ts';
import type { Db, Schema } from '../store/schema.ts';
import { ownsObjects } from '../store/store-id.ts';
import type { Sweep } from './reconciler.ts';

/** Tables whose rows have ids. */
type TableWithId = {
  [Name in keyof Schema]: Schema[Name] extends { id: string } ? Name : never;
}[keyof Schema];

/** A folder of the object storage whose subfolders are named by the ids of a table's rows. */
export interface ObjectFolder {
  readonly folder: string;
  readonly table: TableWithId;
  /** The name that originals have in it. What is aside and holds one stays until a person removes it. */
  readonly original?: string;
}

/** What can be made again is kept aside for this long, in milliseconds. */
const KEPT_MS = 30 * 24 * 3_600_000;

/**
 * A sweep over object folders. One whose row is gone is moved aside; one that is aside and has a row again goes back;
 * what can be made again is removed once it has been aside for 30 days. An original is never removed here. Nothing
 * happens unless the database and the objects carry the same store id.
 */
export function sweepOrphans(folders: readonly ObjectFolder[]): Sweep {
  return async (ctx, before) => {
    if (!(await ownsObjects(ctx.db, ctx.objects)))
      return ctx.log.error('objects are not swept: they do not carry the id of this store', {
        next: 'vau service repair',
      });
    for (const folder of folders) {
      for await (const page of groupsAside(ctx.objects, folder.folder)) await lookAside(ctx, folder, page);
      for await (const page of groupsIn(ctx.objects, folder.folder)) await lookAt(ctx, folder, page, before);
    }
    await dropEmptyAside(ctx.objects);
  };
}

/** Those of the groups whose row is missing. */
export async function withoutRow(
  db: Db,
  { table }: ObjectFolder,
  groups: readonly ObjectGroup[],
): Promise<ObjectGroup[]> {
  const ids = groups.map((group) => group.id);
  const rows = await db.selectFrom(table).select('id').where('id', 'in', ids).execute();
  const known = new Set(rows.map((row) => row.id));
  return groups.filter((group) => !known.has(group.id));
}

/** Whether an original is in a group: what cannot be made again. */
export async function holdsOriginal(
  objects: ObjectStorage,
  { original }: ObjectFolder,
  { prefix }: ObjectGroup,
): Promise<boolean> {
  return original !== undefined && (await objects.size(`${prefix}/${original}`)) !== undefined;
}

/** Moves those without a row aside. */
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
      return 'objects without a row were moved aside; vau service repair lists them';
    });
  }
}

/** Whether its row may still come, as after an upload, or its deletion was asked for and goes on. */
async function isExplained(
  { objects, queue }: ServiceContext,
  { prefix }: ObjectGroup,
  before: number,
): Promise<boolean> {
  const changed = await objects.changedAt(prefix);
  if (changed === undefined || changed >= before) return true;
  return queue.has(jobKey('object.delete', { prefix }));
}

/** Puts back what has its row again, as after a newer database was put back; removes what was aside for long enough. */
async function lookAside(
  ctx: ServiceContext,
  folder: ObjectFolder,
  page: readonly ObjectGroup[],
): Promise<void> {
  const lost = new Set(await withoutRow(ctx.db, folder, page));
  for (const group of page)
    await each(ctx, group, async () => {
      if (!lost.has(group))
        return (await putBack(ctx.objects, group)) && 'objects have a row again and were put back';
      if (ctx.clock() - (group.movedAt ?? ctx.clock()) <= KEPT_MS) return false;
      if (await holdsOriginal(ctx.objects, folder, group)) return false;
      await ctx.objects.deletePrefix(group.prefix);
      return 'objects without a row were removed after 30 days';
    });
}

/** One folder that cannot be moved does not keep the others from their turn. `work` gives what it did. */
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
