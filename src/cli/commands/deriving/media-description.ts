import { fileDescriptions } from '../flags/file-descriptions.ts';

export const commands = fileDescriptions('media-description', {
  does: 'Speech of the first minute',
  line: 'media-description get COLLECTION_ID FILE_ID --modality speech --end-time 60',
});
