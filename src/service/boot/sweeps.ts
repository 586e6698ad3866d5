import { type ObjectFolder, sweepOrphans } from '../jobs/orphans.ts';
import type { Sweep } from '../jobs/reconciler.ts';
import { forgetOrphans } from '../understanding/results.ts';

/** Every folder of the object storage, with the table whose ids name what is in it. */
export const objectFolders: readonly ObjectFolder[] = [
  { folder: 'files', table: 'files', original: 'original' },
  { folder: 'segmentations', table: 'segmentations' },
  { folder: 'shares', table: 'shares' },
  { folder: 'frames', table: 'frame_extractions' },
  { folder: 'faces', table: 'face_detections' },
  { folder: 'face-matches', table: 'face_matches' },
];

/** What the service looks through now and then. */
export const sweeps: readonly Sweep[] = [sweepOrphans(objectFolders), forgetOrphans];
