import { declareWaiting } from '../../jobs/waiting.ts';
import { endDetection, endMatch } from './end.ts';

/** A face detection waits for its frames. */
export const faceDetectionWaiting = declareWaiting('face-detect.run', {
  table: 'face_detections',
  key: { face_detection_id: 'id' },
  waitsFor: { 'frames.extract': 'frame_extraction_id' },
  file: 'file_id',
  objects: { folder: 'faces' },
  fail: (ctx, trx, { face_detection_id: id }, error) =>
    endDetection(ctx, trx, id, { status: 'failed', error }),
});

/** A face match waits for the detection it searches. */
export const faceMatchWaiting = declareWaiting('face-match.run', {
  table: 'face_matches',
  key: { face_match_id: 'id' },
  waitsFor: { 'face-detect.run': 'face_detection_id' },
  file: 'file_id',
  objects: { folder: 'face-matches' },
  fail: (ctx, trx, { face_match_id: id }, error) => endMatch(ctx, trx, id, { status: 'failed', error }),
});
