import type { MediaJob } from '../media-jobs/kinds.ts';

/** Describe jobs, and the transcribe jobs among them. */
export const describeJob: MediaJob<'describe.run'> = {
  kind: 'describe.run',
  table: 'describes',
  event: 'describe.job',
  idOf: ({ describe_id }) => describe_id,
  payloadOf: (describe_id) => ({ describe_id }),
};
