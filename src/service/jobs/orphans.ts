import { stat } from 'node:fs/promises';
import type { ServiceContext } from '../context.ts';

/** Folders of the object storage, by the table whose ids name what is in them. */
const tables = ['files', 'segmentations', 'shares'] as const;

/**
 * Removes object folders whose row is gone, when nothing was put into them since `before` (Unix ms): a folder may be
 * there a moment before its row. Gives how many.
 */
export async function removeOrphans({ db, objects, log }: ServiceContext, before: number): Promise<number> {
  let removed = 0;
  for (const table of tables)
    for (const id of await objects.folders(table)) {
      const row = await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst();
      if (row || (await changedAt(await objects.path(`${table}/${id}`))) >= before) continue;
      await objects.deletePrefix(`${table}/${id}`);
      log.warn('objects without a row removed', { prefix: `${table}/${id}` });
      removed += 1;
    }
  return removed;
}

async function changedAt(folder: string): Promise<number> {
  return (await stat(folder).catch(() => undefined))?.mtimeMs ?? 0;
}
