import { declareLifecycle } from '../../jobs/lifecycle/lifecycle.ts';
import { finderOf, type RowOf } from '../common/rows.ts';
import { failMediaJob } from '../media-jobs/end.ts';
import type { MediaJob } from '../media-jobs/kinds.ts';

export type ExtractionRow = RowOf<'extractions'>;

/** Finds the account's extraction job. @throws 404 */
export const findExtraction = finderOf('extractions', 'extraction job');

/** Extraction jobs. */
export const extractJob: MediaJob<'extract.run'> = {
  kind: 'extract.run',
  table: 'extractions',
  event: 'extract.job',
  idOf: ({ extraction_id }) => extraction_id,
  payloadOf: (extraction_id) => ({ extraction_id }),
};

/** An extraction job waits for its file, and for the segmentation that its segments come from. */
export const extractLifecycle = declareLifecycle('extract.run', {
  table: 'extractions',
  key: { extraction_id: 'id' },
  waitsFor: { 'file.process': 'file_id', 'segmentation.process': 'segmentation_id' },
  file: 'file_id',
  fail: (ctx, trx, { extraction_id: id }, error) => failMediaJob(ctx, trx, extractJob, id, error),
});
