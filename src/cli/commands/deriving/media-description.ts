import { fileDescriptions } from '../flags/file-descriptions.ts';

/** Media descriptions, and rich transcripts: the same of collections that are transcribed only. */
export const commands = [
  ...fileDescriptions('media-description', {
    does: 'Speech of the first minute',
    line: 'media-description get COLLECTION_ID FILE_ID --modality speech --end-time 60',
  }),
  ...fileDescriptions('rich-transcript', {
    does: 'With the time of each word',
    line: 'rich-transcript get COLLECTION_ID FILE_ID --include-word-timestamps -o json',
  }),
];
