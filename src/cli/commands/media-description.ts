import { memberDescriptions } from './flags/member-descriptions.ts';

export const commands = memberDescriptions('media-description', {
  does: 'What is said in the first minute',
  line: 'media-description get COLLECTION_ID FILE_ID --modality speech --end-time 60',
});
