import { fileDescriptions } from '../flags/file-descriptions.ts';

export const commands = fileDescriptions('media-description', {
  does: 'Speech of the first minute',
  line: 'media-description get COLLECTION_ID FILE_ID --modality speech --end-time 60',
});

/** The commands of rich transcripts: the same, of the other type of collection. */
export const richTranscripts = {
  commands: fileDescriptions('rich-transcript', {
    does: 'With the time of each word',
    line: 'rich-transcript get COLLECTION_ID FILE_ID --include-word-timestamps -o json',
  }),
};
