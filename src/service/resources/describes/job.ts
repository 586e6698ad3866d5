import type { Collection } from '../../../contract/index.ts';
import { emit } from '../../events/outbox.ts';
import { type JobContext, type JobHandler, RetryLater } from '../../jobs/handlers.ts';
import { fromJson } from '../../store/json.ts';
import { modalitiesFor } from '../../understanding/index.ts';
import { modalityLines, providersIn } from '../../understanding/modality-lines.ts';
import { analyseFile, wholeFailure } from '../analysis/analyse-file.ts';
import { structureOfFile } from '../analysis/structure.ts';
import { blameMedia } from '../common/blame.ts';
import type { FileRow } from '../common/lookup.ts';
import { fileOfJob } from '../files/file-of-job.ts';
import { type DescribeRow, endDescribe } from './end.ts';
import { type DescribeResult, storeResult } from './result.ts';

/** Analyses a file outside collections, with the same modalities and the same kept results as collections have. */
export const runDescribe: JobHandler<'describe.run'> = {
  async run(ctx, { describe_id }) {
    const row = await findOpen(ctx, describe_id);
    if (!row) return;
    const file = await fileOfJob(ctx, row.file_id);
    if ('reason' in file) return fail(ctx, row, file.reason);
    await waitForSegments(ctx, row);
    await start(ctx, row);
    await analyse(ctx, row, file);
  },
  async exhausted(ctx, { describe_id }, reason) {
    const row = await findOpen(ctx, describe_id);
    if (row) await fail(ctx, row, reason);
  },
};

function findOpen(ctx: JobContext, id: string): Promise<DescribeRow | undefined> {
  return ctx.db
    .selectFrom('describes')
    .selectAll()
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'processing'])
    .executeTakeFirst();
}

/** @throws RetryLater while its segmentation is not ready; the end of that starts the job again */
async function waitForSegments(ctx: JobContext, row: DescribeRow): Promise<void> {
  if (row.segmentation_id === null) return;
  const segmentation = await ctx.db
    .selectFrom('segmentations')
    .select('status')
    .where('id', '=', row.segmentation_id)
    .executeTakeFirst();
  if (segmentation?.status === 'pending' || segmentation?.status === 'processing')
    throw new RetryLater('it is being segmented', 5_000);
}

async function start(ctx: JobContext, row: DescribeRow): Promise<void> {
  if (row.status !== 'pending') return;
  await ctx.db.transaction().execute(async (trx) => {
    await ctx.fence(trx);
    await trx.updateTable('describes').set({ status: 'processing' }).where('id', '=', row.id).execute();
    const payload = { job_id: row.id, url: row.url, status: 'processing' };
    await emit(trx, 'describe.job.processing', row.account_id, payload, ctx.clock());
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
    const found = await analyseFile(ctx, file, modalities, { shots: true });
    const failure = wholeFailure(found);
    if (failure !== undefined) return fail(ctx, row, failure);
    const structure = await structureOfFile(ctx, file, found);
    result = { lines: modalityLines(found), providers: providersIn(found.reports), structure };
  } catch (error) {
    return fail(ctx, row, blameMedia(ctx, error));
  }
  await ctx.db.transaction().execute(async (trx) => {
    await ctx.fence(trx);
    await endDescribe(ctx, trx, row, { status: 'completed', error: null, perceived: storeResult(result) });
  });
}

async function fail(ctx: JobContext, row: DescribeRow, error: string): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    await ctx.fence(trx);
    await endDescribe(ctx, trx, row, { status: 'failed', error });
  });
}
