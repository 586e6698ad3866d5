import type { MediaJob } from '../media-jobs/kinds.ts';

/** Extraction jobs. */
export const extractJob: MediaJob<'extract.run'> = {
  kind: 'extract.run',
  table: 'extractions',
  event: 'extract.job',
  idOf: ({ extraction_id }) => extraction_id,
  payloadOf: (extraction_id) => ({ extraction_id }),
};
