import { declareLifecycle } from '../../jobs/lifecycle/lifecycle.ts';
import { finderOf, type RowOf } from '../common/rows.ts';
import { failMediaJob } from '../media-jobs/end.ts';
import type { MediaJob } from '../media-jobs/kinds.ts';

export type DescribeRow = RowOf<'describes'>;

/** Finds the account's describe job. @throws 404 */
export const findDescribe = finderOf('describes', 'describe job');

/** Describe jobs, and the transcribe jobs among them. */
export const describeJob: MediaJob<'describe.run'> = {
  kind: 'describe.run',
  table: 'describes',
  event: 'describe.job',
  idOf: ({ describe_id }) => describe_id,
  payloadOf: (describe_id) => ({ describe_id }),
};

/** A describe job waits for its file, and for the segmentation that its segments come from. */
export const describeLifecycle = declareLifecycle('describe.run', {
  table: 'describes',
  key: { describe_id: 'id' },
  waitsFor: { 'file.process': 'file_id', 'segmentation.process': 'segmentation_id' },
  file: 'file_id',
  fail: (ctx, trx, { describe_id: id }, error) => failMediaJob(ctx, trx, describeJob, id, error),
});
