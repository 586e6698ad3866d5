import type { ExtractConfig } from '../../../contract/index.ts';
import { emit } from '../../events/outbox.ts';
import { failsItsRow } from '../../jobs/exhausted.ts';
import type { JobContext, JobHandler } from '../../jobs/handlers.ts';
import { fromJson, toJson } from '../../store/json.ts';
import { OPEN } from '../../store/open-rows.ts';
import { structureOfFile } from '../analysis/structure.ts';
import { blameMedia } from '../common/blame.ts';
import type { FileRow, SegmentationRow } from '../common/lookup.ts';
import { entitiesOf } from '../entities/extract.ts';
import { writeEntities } from '../entities/rows.ts';
import { fileOfJob } from '../files/file-of-job.ts';
import { type EndedExtraction, endExtractionJob } from './end.ts';
import type { ExtractionRow } from './rows.ts';

/** Extracts entities of a file outside collections, from the same kept results as collections have. */
export const runExtraction: JobHandler<'extract.run'> = {
  async run(ctx, { extraction_id }) {
    const row = await findOpen(ctx, extraction_id);
    if (!row) return;
    const file = await fileOfJob(ctx, row.file_id);
    if ('reason' in file) return end(ctx, row, { status: 'failed', error: file.reason });
    const segmentation = await segmentationOf(ctx, row);
    if (segmentation?.status === 'not_applicable' && file.media_type !== 'image')
      return end(ctx, row, { status: 'not_applicable', error: segmentation.error ?? 'it has no segments' });
    await start(ctx, row);
    await extract(ctx, row, file);
  },
  exhausted: failsItsRow('extract.run'),
};

function findOpen(ctx: JobContext, id: string): Promise<ExtractionRow | undefined> {
  return ctx.db
    .selectFrom('extractions')
    .selectAll()
    .where('id', '=', id)
    .where('status', 'in', OPEN)
    .executeTakeFirst();
}

function segmentationOf(
  ctx: JobContext,
  { segmentation_id }: ExtractionRow,
): Promise<SegmentationRow | undefined> {
  return ctx.db
    .selectFrom('segmentations')
    .selectAll()
    .where('id', '=', segmentation_id ?? '')
    .executeTakeFirst();
}

async function start(ctx: JobContext, row: ExtractionRow): Promise<void> {
  if (row.status !== 'pending') return;
  await ctx.write(async (trx) => {
    await trx.updateTable('extractions').set({ status: 'processing' }).where('id', '=', row.id).execute();
    const payload = { job_id: row.id, url: row.url, status: 'processing' };
    await emit(trx, ctx, 'extract.job.processing', row.account_id, payload);
  });
}

async function end(ctx: JobContext, row: ExtractionRow, ended: EndedExtraction): Promise<void> {
  await ctx.write(async (trx) => {
    await endExtractionJob(ctx, trx, row, ended);
  });
}

async function extract(ctx: JobContext, row: ExtractionRow, file: FileRow): Promise<void> {
  const config = fromJson<ExtractConfig>(row.config);
  const shots = !config.enable_transcript_mode;
  try {
    const found = await entitiesOf(ctx, { file, config, segmentation_id: row.segmentation_id, shots });
    if ('status' in found) return await end(ctx, row, found);
    const outline = toJson(await structureOfFile(ctx, file, found.analysed));
    await ctx.write(async (trx) => {
      await writeEntities(trx, { extraction_id: row.id }, row, found.extracted);
      const providers = toJson(found.providers);
      await endExtractionJob(ctx, trx, row, { status: 'completed', error: null, providers, outline });
    });
  } catch (error) {
    await end(ctx, row, { status: 'failed', error: blameMedia(ctx, error) });
  }
}
