import { declareLifecycle, type EndContext } from '../../jobs/lifecycle/lifecycle.ts';
import type { Trx } from '../../store/sql/schema.ts';

/** Ends an extraction; detections that wait for its frames start, or fail with it. */
export async function endExtraction(
  { lifecycle: waiting }: Pick<EndContext, 'lifecycle'>,
  trx: Trx,
  id: string,
  ended: ({ status: 'completed'; error: null } | { status: 'failed'; error: string }) & {
    frame_count?: number;
  },
): Promise<void> {
  await trx.updateTable('frame_extractions').set(ended).where('id', '=', id).execute();
  const own = { frame_extraction_id: id };
  if (ended.status === 'completed') await waiting.ended(trx, 'frames.extract', own);
  else await waiting.failed(trx, 'frames.extract', own, `frame extraction failed: ${ended.error}`);
}

/** A frame extraction waits for its file. */
export const framesLifecycle = declareLifecycle('frames.extract', {
  table: 'frame_extractions',
  key: { frame_extraction_id: 'id' },
  waitsFor: { 'file.process': 'file_id' },
  file: 'file_id',
  objects: { folder: 'frames' },
  fail: async (ctx, trx, { frame_extraction_id: id }, error) => {
    await endExtraction(ctx, trx, id, { status: 'failed', error });
  },
});
