import type { Declarations } from '../../jobs/lifecycle/lifecycle.ts';
import { collectionFileLifecycle } from '../../resources/collection-files/lifecycle.ts';
import { deepSearchLifecycle } from '../../resources/deep-searches/lifecycle.ts';
import { describeLifecycle } from '../../resources/describes/lifecycle.ts';
import { extractLifecycle } from '../../resources/extracts/lifecycle.ts';
import { faceDetectionLifecycle, faceMatchLifecycle } from '../../resources/faces/lifecycle.ts';
import { fileLifecycle } from '../../resources/files/lifecycle.ts';
import { findMomentsLifecycle } from '../../resources/find-moments/lifecycle.ts';
import { framesLifecycle } from '../../resources/frames/lifecycle.ts';
import { backfillLifecycle } from '../../resources/moment-criteria/backfill.ts';
import { redoLifecycle } from '../../resources/redos/job.ts';
import { segmentationLifecycle } from '../../resources/segmentations/lifecycle.ts';
import { shareLifecycle } from '../../resources/shares/job.ts';
import { webhookLifecycle } from '../../resources/webhooks/job.ts';

/**
 * What each kind of job works on and what its rows wait for. Describe and extraction jobs stand first: when a file
 * fails they must fail before the segmentations they may also wait for, so that their error names the file.
 */
export const declarations: Declarations = {
  'file.process': fileLifecycle,
  'describe.run': describeLifecycle,
  'extract.run': extractLifecycle,
  'segmentation.process': segmentationLifecycle,
  'frames.extract': framesLifecycle,
  'face-detect.run': faceDetectionLifecycle,
  'face-match.run': faceMatchLifecycle,
  'collection-file.process': collectionFileLifecycle,
  'find-moments.run': findMomentsLifecycle,
  'moment-criteria.backfill': backfillLifecycle,
  'deep-search.run': deepSearchLifecycle,
  'redo.run': redoLifecycle,
  'share.package': shareLifecycle,
  'webhook.deliver': webhookLifecycle,
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
