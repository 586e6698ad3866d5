import { randomUUID } from 'node:crypto';
import type { EndContext } from '../../jobs/lifecycle/lifecycle.ts';
import type { Db, Trx } from '../../store/sql/schema.ts';
import type { FileRow } from '../common/lookup.ts';
import { finderOf, type RowOf } from '../common/rows.ts';
import { type Config, fullConfig } from './config.ts';

const PAGE = 1_000;

/** Yields the frames of an extraction in order of time, page by page; only those after `after` seconds, if given. */
export async function* framesOf(
  db: Db,
  extractionId: string,
  after = -1,
): AsyncGenerator<{ id: string; time: number }, undefined> {
  for (let offset = 0; ; offset += PAGE) {
    const rows = await db
      .selectFrom('thumbnails')
      .select(['id', 'time'])
      .where('frame_extraction_id', '=', extractionId)
      .where('time', '>', after)
      .orderBy('time')
      .orderBy('id')
      .limit(PAGE)
      .offset(offset)
      .execute();
    yield* rows;
    if (rows.length < PAGE) return undefined;
  }
}

export type FrameExtractionRow = RowOf<'frame_extractions'>;

/** Finds the account's frame extraction. @throws 404 */
export const findExtraction = finderOf('frame_extractions', 'frame extraction');

/**
 * The file's extraction with this configuration: the existing one, or a new one. A failed one is retried. It starts
 * when the file is ready.
 */
export async function extractionOf(
  ctx: Pick<EndContext, 'lifecycle' | 'clock'>,
  trx: Trx,
  file: Pick<FileRow, 'id' | 'account_id'>,
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
  await ctx.lifecycle.start(trx, 'frames.extract', { frame_extraction_id: row.id });
  return row;
}
