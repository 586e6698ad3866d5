import { memberDescriptions } from './flags/member-descriptions.ts';

export const commands = memberDescriptions('rich-transcript', {
  does: 'Include the time of each word',
  line: 'rich-transcript get COLLECTION_ID FILE_ID --include-word-timestamps -o json',
});
