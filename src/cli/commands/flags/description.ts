/** What is asked of a description, as flags: the window, the kinds, the extras. */
import { describeFormats, modalities } from '../../../contract/enums.ts';
import { choice, many, seconds, toggle } from '../../model/values.ts';

/** --modality and --include-metadata, which the lists of a collection take too. */
export const descriptionsFlags = {
  modality: many(choice(modalities, 'Only this modality', { field: 'modalities' })),
  includeMetadata: toggle('Include the file object'),
} as const;

/** What transcripts can be asked for as well: --start-time, --end-time, --include-word-timestamps. */
const transcriptFlags = {
  startTime: seconds('Start, in seconds', { field: 'start_time_seconds' }),
  endTime: seconds('End, in seconds', { field: 'end_time_seconds' }),
  includeWordTimestamps: toggle('Include the time of each word'),
  ...descriptionsFlags,
} as const;

/** And descriptions: --include-chapters, --include-shots. */
export const descriptionFlags = {
  ...transcriptFlags,
  includeChapters: toggle('Include chapters'),
  includeShots: toggle('Include shots'),
} as const;

const format = choice(describeFormats, 'Response format (default json)', { field: 'response_format' });

/** What a transcribe job is shown with. */
export const transcribeFlags = { format, ...transcriptFlags } as const;

/** What a describe job is shown with. */
export const describeFlags = { format, ...descriptionFlags } as const;
