import type { JobHandler, JobHandlers } from '../jobs/handlers.ts';
import { sweepJob } from '../jobs/sweep.ts';
import { processCollectionFile } from '../resources/collection-files/job.ts';
import { deepSearchJob } from '../resources/deep-searches/job.ts';
import { finishDeletion } from '../resources/deletions/job.ts';
import { runDescribe } from '../resources/describes/job.ts';
import { runExtraction } from '../resources/extracts/job.ts';
import { detectFaces } from '../resources/faces/detection-job.ts';
import { matchFaces } from '../resources/faces/match-job.ts';
import { fetchFile } from '../resources/files/fetch-job.ts';
import { nameVoicesElsewhere } from '../resources/files/hearing/name-voices-job.ts';
import { processFile } from '../resources/files/job.ts';
import { runFindMoments } from '../resources/find-moments/job.ts';
import { extractFrames } from '../resources/frames/job.ts';
import { backfillCriterion } from '../resources/moment-criteria/backfill.ts';
import { writeOutline } from '../resources/outlines/job.ts';
import { encodePassages } from '../resources/passages/job.ts';
import { encodePictures } from '../resources/pictures/job.ts';
import { runRedo } from '../resources/redos/job.ts';
import { processSegmentation } from '../resources/segmentations/job.ts';
import { packageShare } from '../resources/shares/job.ts';
import { deliverToWebhook } from '../resources/webhooks/job.ts';
import { analyseIndex } from './analyse-index.ts';
import { sweeps } from './sweeps.ts';

/**
 * Deletes objects whose rows are gone. It is never given up: objects left behind would look like ones whose rows were
 * lost.
 */
const deleteObjects: JobHandler<'object.delete'> = {
  run: (ctx, { prefix }) => ctx.objects.deletePrefix(prefix),
};

/** The handler of each kind of job, in every process that runs jobs. */
export const handlers: JobHandlers = {
  'file.process': processFile,
  'file.fetch': fetchFile,
  'segmentation.process': processSegmentation,
  'collection-file.process': processCollectionFile,
  'describe.run': runDescribe,
  'extract.run': runExtraction,
  'frames.extract': extractFrames,
  'face-detect.run': detectFaces,
  'face-match.run': matchFaces,
  'find-moments.run': runFindMoments,
  'moment-criteria.backfill': backfillCriterion,
  'deep-search.run': deepSearchJob,
  'redo.run': runRedo,
  'share.package': packageShare,
  'webhook.deliver': deliverToWebhook,
  'object.delete': deleteObjects,
  'index.analyse': analyseIndex,
  'passages.encode': encodePassages,
  'pictures.encode': encodePictures,
  'voices.name': nameVoicesElsewhere,
  'outline.write': writeOutline,
  'deletion.finish': finishDeletion,
  'sweep.run': sweepJob(sweeps),
};
