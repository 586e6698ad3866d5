import { declareWaiting } from '../../jobs/waiting.ts';
import { rowOf } from '../common/rows.ts';
import { endRun, refundRunsOfFile } from './end.ts';

/** A run waits for its file. */
export const findMomentsWaiting = declareWaiting('find-moments.run', {
  table: 'find_moments_runs',
  key: { run_id: 'id' },
  waitsFor: { 'file.process': 'file_id' },
  file: 'file_id',
  fail: async (ctx, trx, { run_id }, error) => {
    const row = await rowOf(trx, 'find_moments_runs', run_id);
    if (row) await endRun(ctx, trx, row, { status: 'failed', error });
  },
  fileDeleted: refundRunsOfFile,
});
