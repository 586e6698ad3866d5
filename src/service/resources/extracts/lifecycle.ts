import { declareLifecycle } from '../../jobs/lifecycle/lifecycle.ts';
import { failMediaJob } from '../media-jobs/end.ts';
import { extractJob } from './kind.ts';

/** An extraction job waits for its file, and for the segmentation that its segments come from. */
export const extractLifecycle = declareLifecycle('extract.run', {
  table: 'extractions',
  key: { extraction_id: 'id' },
  waitsFor: { 'file.process': 'file_id', 'segmentation.process': 'segmentation_id' },
  file: 'file_id',
  fail: (ctx, trx, { extraction_id: id }, error) => failMediaJob(ctx, trx, extractJob, id, error),
});
