import { notFound } from '../../errors.ts';
import type { RequestContext } from '../../http/handler.ts';
import { jobKey } from '../../queue/queue.ts';
import {
  type CollectionFileIds,
  type DeletableTable,
  noteDeletion,
  noteRemoval,
  removalId,
} from '../../store/sql/deletions.ts';
import type { Schema, Trx } from '../../store/sql/schema.ts';

/** The tables with an id whose rows may have very many rows below them. */
export type Deletable = Exclude<DeletableTable, 'collection_files'>;

type Writer = Pick<RequestContext, 'queue' | 'clock'>;

/** The columns that name a row although it lives on without it. Few rows do. */
const references: { readonly [Table in Deletable]?: readonly (readonly [keyof Schema, string])[] } = {
  segmentations: [
    ['describes', 'segmentation_id'],
    ['extractions', 'segmentation_id'],
  ],
  frame_extractions: [
    ['face_detections', 'frame_extraction_id'],
    ['face_matches', 'frame_extraction_id'],
  ],
  face_detections: [['face_matches', 'face_detection_id']],
  find_moments_runs: [['criterion_files', 'run_id']],
};

/**
 * Deletes a row for all readers, and adds the job that deletes it, and all rows below it, in the store.
 * @throws 404 if another request has just deleted it
 */
export async function startDeletion(
  { queue, clock }: Writer,
  trx: Trx,
  table: Deletable,
  id: string,
): Promise<void> {
  if (!(await noteDeletion(trx, id, clock())))
    throw notFound(table.replace(/s$/, '').replaceAll('_', ' '), id);
  for (const [other, column] of references[table] ?? [])
    await trx
      .updateTable(other as 'describes')
      .set({ [column]: null })
      .where(column as 'segmentation_id', '=', id)
      .execute();
  await queue.enqueue(trx, 'deletion.finish', { table, id });
}

/** The same for a file in a collection, which may be added again at once. */
export async function startRemoval(
  { queue, clock }: Writer,
  trx: Trx,
  ids: CollectionFileIds,
): Promise<void> {
  await noteRemoval(trx, ids, clock());
  await queue.enqueue(trx, 'deletion.finish', { table: 'collection_files', id: removalId(ids) });
}

/** After how many leases no worker that has lost its own is still at work. */
const LEASES = 2;

/**
 * Adds the job that deletes the objects of a deleted row. Where a job of the row was cancelled, its worker goes on until it
 * knows, and may be killed before it could remove what it wrote: then they are deleted once more.
 */
export async function startObjectDeletion(
  { queue, clock, config }: Writer & Pick<RequestContext, 'config'>,
  trx: Trx,
  prefix: string,
  { cancelled }: { cancelled: boolean },
): Promise<void> {
  const until = cancelled ? { until: clock() + LEASES * config.leaseMs } : {};
  await queue.enqueue(
    trx,
    'object.delete',
    { prefix, ...until },
    { key: jobKey('object.delete', { prefix }) },
  );
}
