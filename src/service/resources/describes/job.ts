import type { Collection } from '../../../contract/index.ts';
import { emit } from '../../events/outbox.ts';
import { failsItsRow } from '../../jobs/exhausted.ts';
import type { JobContext, JobHandler } from '../../jobs/handlers.ts';
import { fromJson } from '../../store/json.ts';
import { OPEN } from '../../store/open-rows.ts';
import { modalitiesFor } from '../../understanding/index.ts';
import { modalityLines, providersIn } from '../../understanding/modality-lines.ts';
import { analyseFile, wholeFailure } from '../analysis/analyse-file.ts';
import { structureOfFile } from '../analysis/structure.ts';
import { blameMedia } from '../common/blame.ts';
import type { FileRow } from '../common/lookup.ts';
import { fileOfJob } from '../files/file-of-job.ts';
import { type EndedDescribe, endDescribe } from './end.ts';
import { type DescribeResult, storeResult } from './result.ts';
import type { DescribeRow } from './rows.ts';

/** Analyses a file outside collections, with the same modalities and the same kept results as collections have. */
export const runDescribe: JobHandler<'describe.run'> = {
  async run(ctx, { describe_id }) {
    const row = await findOpen(ctx, describe_id);
    if (!row) return;
    const file = await fileOfJob(ctx, row.file_id);
    if ('reason' in file) return fail(ctx, row, file.reason);
    const segmentation = await segmentationOf(ctx, row);
    if (segmentation?.status === 'not_applicable' && file.media_type !== 'image')
      return end(ctx, row, { status: 'not_applicable', error: segmentation.error ?? 'it has no segments' });
    await start(ctx, row);
    await analyse(ctx, row, file);
  },
  exhausted: failsItsRow('describe.run'),
};

function findOpen(ctx: JobContext, id: string): Promise<DescribeRow | undefined> {
  return ctx.db
    .selectFrom('describes')
    .selectAll()
    .where('id', '=', id)
    .where('status', 'in', OPEN)
    .executeTakeFirst();
}

function segmentationOf(ctx: JobContext, { segmentation_id }: DescribeRow) {
  return ctx.db
    .selectFrom('segmentations')
    .select(['status', 'error'])
    .where('id', '=', segmentation_id ?? '')
    .executeTakeFirst();
}

async function start(ctx: JobContext, row: DescribeRow): Promise<void> {
  if (row.status !== 'pending') return;
  await ctx.write(async (trx) => {
    await trx.updateTable('describes').set({ status: 'processing' }).where('id', '=', row.id).execute();
    const payload = { job_id: row.id, url: row.url, status: 'processing' };
    await emit(trx, ctx, 'describe.job.processing', row.account_id, payload);
  });
}

async function analyse(ctx: JobContext, row: DescribeRow, file: FileRow): Promise<void> {
  const describe_config = fromJson<NonNullable<Collection['describe_config']>>(row.config);
  const modalities = modalitiesFor(
    { collection_type: 'media-descriptions', describe_config },
    file.media_type,
  );
  let result: DescribeResult;
  try {
    // A transcript needs no look at the picture: shots and chapters are left to describe jobs.
    const shots = row.kind === 'describe';
    const found = await analyseFile(ctx, file, modalities, { shots });
    const failure = wholeFailure(found);
    if (failure !== undefined) return fail(ctx, row, failure);
    const structure = shots ? await structureOfFile(ctx, file, found) : undefined;
    result = {
      lines: modalityLines(found),
      providers: providersIn(found.reports),
      ...(structure && { structure }),
    };
  } catch (error) {
    return fail(ctx, row, blameMedia(ctx, error));
  }
  return end(ctx, row, { status: 'completed', error: null, perceived: storeResult(result) });
}

function fail(ctx: JobContext, row: DescribeRow, error: string): Promise<void> {
  return end(ctx, row, { status: 'failed', error });
}

async function end(ctx: JobContext, row: DescribeRow, ended: EndedDescribe): Promise<void> {
  await ctx.write(async (trx) => {
    await endDescribe(ctx, trx, row, ended);
  });
}
