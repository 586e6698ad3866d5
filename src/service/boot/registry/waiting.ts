import type { Declarations } from '../../jobs/lifecycle/waiting.ts';
import { collectionFileWaiting } from '../../resources/collection-files/waiting.ts';
import { deepSearchWaiting } from '../../resources/deep-searches/waiting.ts';
import { describeWaiting } from '../../resources/describes/waiting.ts';
import { extractWaiting } from '../../resources/extracts/waiting.ts';
import { faceDetectionWaiting, faceMatchWaiting } from '../../resources/faces/end.ts';
import { fileWaiting } from '../../resources/files/end.ts';
import { findMomentsWaiting } from '../../resources/find-moments/end.ts';
import { framesWaiting } from '../../resources/frames/end.ts';
import { backfillWaiting } from '../../resources/moment-criteria/waiting.ts';
import { redoWaiting } from '../../resources/redos/waiting.ts';
import { segmentationWaiting } from '../../resources/segmentations/end.ts';
import { shareWaiting } from '../../resources/shares/waiting.ts';
import { webhookWaiting } from '../../resources/webhooks/waiting.ts';

/**
 * What each kind of job works on and what its rows wait for. Describe and extraction jobs stand first: when a file
 * fails they must fail before the segmentations they may also wait for, so that their error names the file.
 */
export const declarations: Declarations = {
  'file.process': fileWaiting,
  'describe.run': describeWaiting,
  'extract.run': extractWaiting,
  'segmentation.process': segmentationWaiting,
  'frames.extract': framesWaiting,
  'face-detect.run': faceDetectionWaiting,
  'face-match.run': faceMatchWaiting,
  'collection-file.process': collectionFileWaiting,
  'find-moments.run': findMomentsWaiting,
  'moment-criteria.backfill': backfillWaiting,
  'deep-search.run': deepSearchWaiting,
  'redo.run': redoWaiting,
  'share.package': shareWaiting,
  'webhook.deliver': webhookWaiting,
  'object.delete': undefined,
  'index.analyse': undefined,
  'passages.encode': undefined,
  'pictures.encode': undefined,
  'file.fetch': undefined,
  'voices.name': undefined,
  'outline.write': undefined,
  'deletion.finish': undefined,
  'sweep.run': undefined,
};
