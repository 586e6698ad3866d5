import type { Declarations } from '../jobs/waiting.ts';
import { collectionFileWaiting } from '../resources/collection-files/waiting.ts';
import { deepSearchWaiting } from '../resources/deep-searches/waiting.ts';
import { describeWaiting } from '../resources/describes/waiting.ts';
import { extractWaiting } from '../resources/extracts/waiting.ts';
import { faceDetectionWaiting, faceMatchWaiting } from '../resources/faces/waiting.ts';
import { fileWaiting } from '../resources/files/waiting.ts';
import { framesWaiting } from '../resources/frames/waiting.ts';
import { segmentationWaiting } from '../resources/segmentations/waiting.ts';
import { shareWaiting } from '../resources/shares/waiting.ts';

/**
 * What each kind of job works on, and what its rows wait for. When a file fails, its describe and extraction jobs fail
 * before the segmentations they may wait for too, so that they say that the file failed: they stand first.
 */
export const declarations: Declarations = {
  'file.process': fileWaiting,
  'describe.run': describeWaiting,
  'extract.run': extractWaiting,
  'segmentation.process': segmentationWaiting,
  'frames.extract': framesWaiting,
  'face-detect.run': faceDetectionWaiting,
  'face-match.run': faceMatchWaiting,
  'member.process': collectionFileWaiting,
  'deep-search.run': deepSearchWaiting,
  'share.package': shareWaiting,
  'object.delete': undefined,
};
