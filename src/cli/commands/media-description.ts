import { defineCommand } from '../model.ts';
import { call, defined } from '../plan.ts';
import { choice, id, many, needed, seconds, toggle } from '../values.ts';

const modalities = ['speech', 'visual_scene_description', 'scene_text', 'audio_description'] as const;

const get = defineCommand({
  name: 'media-description get',
  arguments: { collectionId: needed(id('The collection')), fileId: needed(id('The file')) },
  flags: {
    format: choice(['json', 'markdown'], 'As fields, or as a text to read (default json)', {
      field: 'response_format',
    }),
    startTime: seconds('From this second', { field: 'start_time_seconds' }),
    endTime: seconds('Up to this second', { field: 'end_time_seconds' }),
    modality: many(choice(modalities, 'Only this kind', { field: 'modalities' })),
    includeWordTimestamps: toggle('With the time of each word'),
    includeChapters: toggle('With chapters'),
    includeShots: toggle('With shots'),
  },
  examples: [
    { does: 'A text to read', line: 'media-description get COLLECTION_ID FILE_ID --format markdown' },
    {
      does: 'What is said in the first minute',
      line: 'media-description get COLLECTION_ID FILE_ID --modality speech --end-time 60',
    },
  ],
  plan: ({ collectionId, fileId, format, startTime, endTime, modality, ...include }) =>
    call('media-description.get', {
      params: { collection_id: collectionId, file_id: fileId },
      query: defined({
        response_format: format,
        start_time_seconds: startTime,
        end_time_seconds: endTime,
        modalities: modality,
        include_word_timestamps: include.includeWordTimestamps,
        include_chapters: include.includeChapters,
        include_shots: include.includeShots,
      }),
    }),
});

export const commands = [get];
