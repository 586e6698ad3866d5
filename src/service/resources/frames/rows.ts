import { randomUUID } from 'node:crypto';
import type { EndContext } from '../../jobs/lifecycle/lifecycle.ts';
import type { Trx } from '../../store/sql/schema.ts';
import type { FileRow } from '../common/lookup.ts';
import { finderOf, type RowOf } from '../common/rows.ts';
import { type Config, fullConfig } from './config.ts';

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
