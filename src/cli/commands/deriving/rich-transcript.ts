import { fileDescriptions } from '../flags/file-descriptions.ts';

export const commands = fileDescriptions('rich-transcript', {
  does: 'With the time of each word',
  line: 'rich-transcript get COLLECTION_ID FILE_ID --include-word-timestamps -o json',
});
