import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { SegmentationConfig } from '../../../contract/index.ts';
import { emit } from '../../events/outbox.ts';
import { failsItsRow } from '../../jobs/exhausted.ts';
import type { JobContext, JobHandler } from '../../jobs/handlers.ts';
import { insertAll } from '../../store/insert.ts';
import { fromJson } from '../../store/json.ts';
import type { SegmentsTable, ThumbnailsTable, Trx } from '../../store/schema.ts';
import { blameMedia } from '../common/blame.ts';
import { removeIfGone } from '../common/gone.ts';
import type { FileRow, SegmentationRow } from '../common/lookup.ts';
import { openRow } from '../common/rows.ts';
import { fileOfJob } from '../files/file-of-job.ts';
import { fileKeys } from '../files/keys.ts';
import { durationOf } from '../files/usable.ts';
import type { FoundSpan } from './chapter-spans.ts';
import { timesInside } from './cut.ts';
import { endSegmentation } from './end.ts';
import { findSpans } from './find-spans.ts';
import { takePictures } from './pictures.ts';
import { cannotCut } from './rules.ts';

/** Default widths. */
const THUMBNAIL_WIDTH = 640;
const KEYFRAME_WIDTH = 1024;

/** Cuts a file into segments and makes their thumbnails; then starts the collection files that wait for it. */
export const processSegmentation: JobHandler<'segmentation.process'> = {
  async run(ctx, { segmentation_id }) {
    const row = await openRow(ctx.db, 'segmentations', segmentation_id);
    if (!row) return;
    const file = await fileOfJob(ctx, row.file_id);
    if ('reason' in file) return end(ctx, row, 'failed', file.reason);
    await start(ctx, row);
    const config = fromJson<SegmentationConfig>(row.config);
    const reason = cannotCut(file, config);
    if (reason !== undefined)
      return end(ctx, row, file.media_type === 'image' ? 'not_applicable' : 'failed', reason);
    const duration = durationOf(file);
    if (duration === null) return end(ctx, row, 'failed', 'the duration of the file is unknown');
    try {
      await cutAndKeep(ctx, row, file, config, duration);
    } catch (error) {
      await removeIfGone(ctx, 'segmentations', row.id, `segmentations/${row.id}`);
      await end(ctx, row, 'failed', blameMedia(ctx, error));
    }
  },
  exhausted: failsItsRow('segmentation.process'),
};

async function start(ctx: JobContext, row: SegmentationRow): Promise<void> {
  if (row.status !== 'pending') return;
  await ctx.write(async (trx) => {
    await trx.updateTable('segmentations').set({ status: 'processing' }).where('id', '=', row.id).execute();
    const payload = { segmentation_id: row.id, file_id: row.file_id };
    await emit(trx, ctx, 'segment.job.processing', row.account_id, payload);
  });
}

async function end(
  ctx: JobContext,
  row: SegmentationRow,
  status: 'failed' | 'not_applicable',
  error: string,
): Promise<void> {
  await ctx.write(async (trx) => {
    await endSegmentation(ctx, trx, row, { status, error });
  });
}

interface Picture extends Insertable<ThumbnailsTable> {
  readonly maxWidth: number;
}

async function cutAndKeep(
  ctx: JobContext,
  row: SegmentationRow,
  file: FileRow,
  config: SegmentationConfig,
  duration: number,
): Promise<void> {
  const path = await ctx.objects.path(fileKeys.original(file.id));
  const found = await findSpans(ctx, file, config, duration);
  if ('reason' in found) return end(ctx, row, 'not_applicable', found.reason);
  const { spans, note } = found;
  if (spans.length === 0) return end(ctx, row, 'failed', 'the selected part is outside the media');
  const segments = spans.map((span, position) => segmentRow(row, span, position));
  const pictures = file.media_type === 'video' ? picturesOf(row, config, segments) : [];
  ctx.progress(`cutting into ${segments.length} segments, extracting ${pictures.length} pictures`);
  await takePictures(ctx, path, duration, pictures, (jpeg, picture) =>
    ctx.objects.putBytes(picture.object_key, jpeg),
  );
  await ctx.write(async (trx) => {
    await write(trx, row, segments, pictures);
    await endSegmentation(ctx, trx, row, { status: 'completed', error: note });
  });
}

function segmentRow(row: SegmentationRow, span: FoundSpan, position: number): Insertable<SegmentsTable> {
  return {
    id: randomUUID(),
    account_id: row.account_id,
    segmentation_id: row.id,
    file_id: row.file_id,
    position,
    start_time: span.start,
    end_time: span.end,
    description: span.description ?? null,
  };
}

/** A thumbnail from the middle of each segment if wanted, and the requested key frames. */
function picturesOf(
  row: SegmentationRow,
  config: SegmentationConfig,
  segments: Insertable<SegmentsTable>[],
): Picture[] {
  const { frames_per_segment: frames = 1, max_width: width = KEYFRAME_WIDTH } = config.keyframe_config ?? {};
  const count = config.keyframe_config ? frames : 0;
  return segments.flatMap((segment) => {
    const span = { start: segment.start_time, end: segment.end_time };
    const folder = `segmentations/${segment.segmentation_id}`;
    const picture = (
      type: 'segment' | 'keyframe',
      name: string,
      time: number,
      maxWidth: number,
    ): Picture => ({
      id: randomUUID(),
      account_id: segment.account_id,
      file_id: segment.file_id,
      segmentation_id: segment.segmentation_id,
      segment_id: segment.id,
      type,
      time,
      object_key: `${folder}/${name}.jpg`,
      maxWidth,
    });
    const keyframes = timesInside(span, count).map((time, index) =>
      picture('keyframe', `keyframes/${segment.position}-${index}`, time, width),
    );
    if (row.segment_thumbnails === 0) return keyframes;
    const middle = timesInside(span, 1)[0] ?? span.start;
    const thumbnail = picture('segment', `segments/${segment.position}`, middle, THUMBNAIL_WIDTH);
    segment.thumbnail_key = thumbnail.object_key;
    return [thumbnail, ...keyframes];
  });
}

async function write(
  trx: Trx,
  row: SegmentationRow,
  segments: readonly Insertable<SegmentsTable>[],
  pictures: readonly Picture[],
): Promise<void> {
  await trx.deleteFrom('segments').where('segmentation_id', '=', row.id).execute();
  await insertAll(trx, 'segments', segments);
  const rows = pictures.map(({ maxWidth: _, ...picture }) => picture);
  await insertAll(trx, 'thumbnails', rows);
}
