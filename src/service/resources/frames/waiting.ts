import { declareWaiting } from '../../jobs/waiting.ts';
import { endExtraction } from './end.ts';

/** A frame extraction waits for its file. */
export const framesWaiting = declareWaiting('frames.extract', {
  table: 'frame_extractions',
  key: { frame_extraction_id: 'id' },
  waitsFor: { 'file.process': 'file_id' },
  file: 'file_id',
  objects: { folder: 'frames' },
  fail: async (ctx, trx, { frame_extraction_id: id }, error) => {
    await endExtraction(ctx, trx, id, { status: 'failed', error });
  },
});
