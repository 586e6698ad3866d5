/** The twenty webhook events, in the order of the API reference. */
export const events = [
  'describe.job.processing',
  'describe.job.completed',
  'describe.job.failed',
  'extract.job.processing',
  'extract.job.completed',
  'extract.job.failed',
  'file.job.processing',
  'file.job.completed',
  'file.job.failed',
  'file.job.deleted',
  'collection.file.job.processing',
  'collection.file.job.completed',
  'collection.file.job.failed',
  'collection.file.job.deleted',
  'segment.job.processing',
  'segment.job.completed',
  'segment.job.failed',
  'find_moments.job.processing',
  'find_moments.job.completed',
  'find_moments.job.failed',
] as const;

export type EventName = (typeof events)[number];
