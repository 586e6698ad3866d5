import { declareLifecycle } from '../../jobs/lifecycle/lifecycle.ts';
import { failMediaJob } from '../media-jobs/end.ts';
import { describeJob } from './kind.ts';

/** A describe job waits for its file, and for the segmentation that its segments come from. */
export const describeLifecycle = declareLifecycle('describe.run', {
  table: 'describes',
  key: { describe_id: 'id' },
  waitsFor: { 'file.process': 'file_id', 'segmentation.process': 'segmentation_id' },
  file: 'file_id',
  fail: (ctx, trx, { describe_id: id }, error) => failMediaJob(ctx, trx, describeJob, id, error),
});
