/** Flags that choose what a description contains. */
import { describeFormats, modalities } from '../../../contract/values/enums.ts';
import { many, openChoice, seconds, toggle } from '../../model/values.ts';
import { readingFlags } from './reading.ts';

/** --modality and --include-metadata; the lists of a collection take them too. */
export const descriptionsFlags = {
  modality: many(openChoice(modalities, 'Only this modality', { field: 'modalities' })),
  includeMetadata: toggle('Include the file object'),
} as const;

/** Transcripts also take --start-time, --end-time and --include-word-timestamps. */
const transcriptFlags = {
  startTime: seconds('Start time', { field: 'start_time_seconds' }),
  endTime: seconds('End time', { field: 'end_time_seconds' }),
  includeWordTimestamps: toggle('With the time of each word'),
  includeUntrusted: toggle('Include recognised speech that is not to be trusted'),
  ...descriptionsFlags,
} as const;

/** Descriptions also take --include-chapters and --include-shots. */
export const descriptionFlags = {
  ...transcriptFlags,
  includeChapters: toggle('Include chapters'),
  includeShots: toggle('Include shots'),
} as const;

const format = openChoice(describeFormats, 'Response format (default json)', { field: 'response_format' });

/** Flags of one transcript, and of one description, of a job. */
export const oneTranscriptFlags = { ...readingFlags(describeFormats), ...transcriptFlags } as const;
export const oneDescriptionFlags = { ...readingFlags(describeFormats), ...descriptionFlags } as const;

/** Flags of transcripts of jobs. */
export const transcribeFlags = { format, ...transcriptFlags } as const;

/** Flags of descriptions of jobs. */
export const describeFlags = { format, ...descriptionFlags } as const;
