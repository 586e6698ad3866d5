/**
 * What describe and extract jobs have in common: adding one (add.ts), running it once its file and segments are there,
 * and ending it with an event. The work itself comes in as a function.
 */

import { emit } from '../../events/outbox.ts';
import { failsItsRow, type JobContext, type JobHandler } from '../../jobs/handlers.ts';
import type { EndContext } from '../../jobs/lifecycle/lifecycle.ts';
import type { JobPayloads } from '../../queue/kinds.ts';
import type { Trx } from '../../store/sql/schema.ts';
import type { FileRow } from '../common/lookup.ts';
import { mediaFault } from '../common/media-fault.ts';
import { openRow, rowOf } from '../common/rows.ts';
import { fileOfJob } from '../files/keys.ts';
import type { EndedMediaJob, MediaJob, MediaJobKind, MediaJobRow } from './kinds.ts';

/** What the work came to: how the job ends, and what is written in the same transaction. */
export interface Outcome<Kind extends MediaJobKind> {
  readonly ended: EndedMediaJob<Kind>;
  write?(trx: Trx): Promise<void>;
}

type Work<Kind extends MediaJobKind> = (
  ctx: JobContext,
  row: MediaJobRow<Kind>,
  file: FileRow,
) => Promise<Outcome<Kind>>;

/**
 * Handles the jobs of a kind. They wait for their file and for the segmentation that their segments come from: when the
 * work begins the file is there and has segments, or is an image.
 */
export function runsMediaJob<Kind extends MediaJobKind>(
  job: MediaJob<Kind>,
  work: Work<Kind>,
): JobHandler<Kind> {
  const end = (ctx: JobContext, row: MediaJobRow<Kind>, { ended, write }: Outcome<Kind>) =>
    ctx.write(async (trx) => {
      await write?.(trx);
      await endMediaJob(ctx, trx, job, row, ended);
    });
  return {
    rows: {
      table: job.table,
      key: { [job.key]: 'id' } as { [Field in keyof JobPayloads[Kind]]: 'id' },
      waitsFor: { 'file.process': 'file_id', 'segmentation.process': 'segmentation_id' },
      file: 'file_id',
      work: job.work,
      fail: (ctx, trx, payload, error) => failMediaJob(ctx, trx, job, String(payload[job.key]), error),
    },
    async run(ctx, payload) {
      const row = (await openRow(ctx.db, job.table, String(payload[job.key]))) as
        | MediaJobRow<Kind>
        | undefined;
      if (!row) return;
      const file = await fileOfJob(ctx, row.file_id);
      if ('reason' in file) return end(ctx, row, failed(file.reason));
      const segmentation = await rowOf(ctx.db, 'segmentations', row.segmentation_id);
      if (segmentation?.status === 'not_applicable' && file.media_type !== 'image') {
        const error = segmentation.error ?? 'it has no segments';
        return end(ctx, row, { ended: { status: 'not_applicable', error } });
      }
      await start(ctx, job, row);
      await end(ctx, row, await outcomeOf(ctx, () => work(ctx, row, file)));
    },
    exhausted: failsItsRow(job.kind),
  };
}

const failed = (error: string) => ({ ended: { status: 'failed', error } }) as const;

async function outcomeOf<Kind extends MediaJobKind>(
  ctx: JobContext,
  work: () => Promise<Outcome<Kind>>,
): Promise<Outcome<Kind>> {
  try {
    return await work();
  } catch (error) {
    return failed(mediaFault(ctx, error));
  }
}

async function start<Kind extends MediaJobKind>(
  ctx: JobContext,
  { table, event }: MediaJob<Kind>,
  { id, url, status, account_id }: MediaJobRow<Kind>,
): Promise<void> {
  if (status !== 'pending') return;
  await ctx.write(async (trx) => {
    await trx
      .updateTable(table as 'describes')
      .set({ status: 'processing' })
      .where('id', '=', id)
      .execute();
    const payload = { job_id: id, url, status: 'processing' };
    await emit(trx, ctx, `${event}.processing`, account_id, payload);
  });
}

type Ender = Pick<EndContext, 'clock' | 'newId' | 'queue'>;

/** Ends a job, and says so. One that does not apply counts as completed. */
async function endMediaJob<Kind extends MediaJobKind>(
  runtime: Ender,
  trx: Trx,
  { table, event }: MediaJob<Kind>,
  row: MediaJobRow<Kind>,
  ended: EndedMediaJob<Kind>,
): Promise<void> {
  await trx
    .updateTable(table as 'describes')
    .set(ended as EndedMediaJob<'describe.run'>)
    .where('id', '=', row.id)
    .execute();
  const { status, error } = ended;
  const payload = { job_id: row.id, url: row.url, status, ...(error === null ? {} : { error }) };
  const name = `${event}.${status === 'failed' ? 'failed' : 'completed'}` as const;
  await emit(trx, runtime, name, row.account_id, payload);
}

/** Marks the job of a payload failed. @param error a sentence for a person */
async function failMediaJob<Kind extends MediaJobKind>(
  ctx: Ender,
  trx: Trx,
  job: MediaJob<Kind>,
  id: string,
  error: string,
): Promise<void> {
  const row = await rowOf(trx, job.table, id);
  if (row) await endMediaJob(ctx, trx, job, row as MediaJobRow<Kind>, { status: 'failed', error });
}
