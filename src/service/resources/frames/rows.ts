import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { type FrameExtraction, limits } from '../../../contract/index.ts';
import type { ServiceContext } from '../../context/context.ts';
import { badRequest, notFound } from '../../errors.ts';
import type { FrameExtractionsTable, Trx } from '../../store/schema.ts';
import type { FileRow, Viewer } from '../common/lookup.ts';
import { checkUsable, durationOf } from '../segmentations/rules.ts';

export type FrameExtractionRow = Selectable<FrameExtractionsTable>;
type Config = FrameExtraction['frame_extraction_config'];

/** A configuration with everything it leaves open, in one spelling: equal requests are equal texts. */
export interface FullFrameConfig extends Config {
  uniform_config: { frames_per_second: number; max_width: number };
}

/** What is done where nothing is asked for: a frame a second. */
export const DEFAULT_FRAMES: FullFrameConfig = fullConfig({ strategy: 'uniform' });

/** Object keys of what belongs to an extraction. */
export const frameKeys = {
  prefix: (id: string) => `frames/${id}`,
  frame: (id: string, index: number) => `frames/${id}/${index}.jpg`,
};

export function fullConfig({ uniform_config, start_time_seconds: start, end_time_seconds: end }: Config) {
  const { framesPerSecond, frameWidth } = limits;
  return {
    strategy: 'uniform' as const,
    uniform_config: {
      frames_per_second: uniform_config?.frames_per_second ?? framesPerSecond.default,
      max_width: uniform_config?.max_width ?? frameWidth.default,
    },
    ...(start === undefined || start === 0 ? {} : { start_time_seconds: start }),
    ...(end === undefined ? {} : { end_time_seconds: end }),
  };
}

/** The account's frame extraction. @throws 404 */
export async function findExtraction({ db, accountId }: Viewer, id: string): Promise<FrameExtractionRow> {
  const row = await db
    .selectFrom('frame_extractions')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!row) throw notFound('frame extraction', id);
  return row;
}

/**
 * Whether frames can be taken out of a file as asked. What is not known before the file was probed is judged by
 * the job. @throws 400, and 409 for a failed file
 */
export function checkFrames(file: FileRow, config: Config): void {
  checkUsable(file);
  const reason = cannotExtract(file, config);
  if (reason !== undefined) throw badRequest(reason);
}

/** Why a probed file has no such frames, as a sentence; undefined when it has or is not probed yet. */
export function cannotExtract(file: FileRow, { start_time_seconds: start = 0 }: Config): string | undefined {
  if (file.media_type === 'audio') return `file ${file.id} is audio; it has no frames and no faces`;
  const duration = durationOf(file);
  return duration !== null && start >= duration
    ? `field start_time_seconds must be below ${duration}: the media lasts ${duration} seconds`
    : undefined;
}

/**
 * The file's extraction of this configuration: the one there is, or a new one. One that failed is tried again. It
 * starts at once when the file is ready; else the file's own job starts it at its end.
 */
export async function extractionOf(
  ctx: Pick<ServiceContext, 'queue' | 'clock'>,
  trx: Trx,
  file: Pick<FileRow, 'id' | 'account_id' | 'status'>,
  config: Config,
): Promise<FrameExtractionRow> {
  const text = JSON.stringify(fullConfig(config));
  const known = await trx
    .selectFrom('frame_extractions')
    .selectAll()
    .where('file_id', '=', file.id)
    .where('config', '=', text)
    .executeTakeFirst();
  if (known && known.status !== 'failed') return known;
  const row: FrameExtractionRow = {
    id: known?.id ?? randomUUID(),
    account_id: file.account_id,
    file_id: file.id,
    status: 'pending',
    error: null,
    config: text,
    frame_count: null,
    created_at: known?.created_at ?? ctx.clock(),
  };
  if (known)
    await trx
      .updateTable('frame_extractions')
      .set({ status: 'pending', error: null })
      .where('id', '=', known.id)
      .execute();
  else await trx.insertInto('frame_extractions').values(row).execute();
  if (file.status === 'completed')
    await ctx.queue.enqueue(trx, 'frames.extract', { frame_extraction_id: row.id });
  return row;
}
