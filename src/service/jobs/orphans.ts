import { stat } from 'node:fs/promises';
import type { ServiceContext } from '../context/context.ts';

/** Folders of the object storage, with the table whose ids name what is in them. */
const folders = {
  files: 'files',
  segmentations: 'segmentations',
  shares: 'shares',
  frames: 'frame_extractions',
  faces: 'face_detections',
  'face-matches': 'face_matches',
} as const;

/**
 * Removes object folders whose row is gone, when nothing was put into them since `before` (Unix ms): a folder may be
 * there a moment before its row. Gives how many.
 */
export async function removeOrphans({ db, objects, log }: ServiceContext, before: number): Promise<number> {
  let removed = 0;
  for (const folder of Object.keys(folders) as (keyof typeof folders)[])
    for (const id of await objects.folders(folder)) {
      const row = await db.selectFrom(folders[folder]).select('id').where('id', '=', id).executeTakeFirst();
      const prefix = `${folder}/${id}`;
      if (row || (await changedAt(await objects.path(prefix))) >= before) continue;
      await objects.deletePrefix(prefix);
      log.warn('objects without a row removed', { prefix });
      removed += 1;
    }
  return removed;
}

/** Forgets what was perceived of contents that no file has. Gives how many results. */
export async function removeOrphanResults({ db }: ServiceContext): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sense_results')
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('files')
            .select('files.id')
            .whereRef('files.content_hash', '=', 'sense_results.content_hash'),
        ),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

async function changedAt(folder: string): Promise<number> {
  return (await stat(folder).catch(() => undefined))?.mtimeMs ?? 0;
}
