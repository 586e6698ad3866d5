import type { BodyInput } from '../../contract/operations/index.ts';
import { refuseTogether, waitFlags, waiting } from '../common-flags.ts';
import { defineCommand } from '../model.ts';
import { call, defined } from '../plan.ts';
import { either, id, needed, object, url } from '../values.ts';

const create = defineCommand({
  name: 'describe create',
  about:
    'Describes media outside collections. A file that is there already is named by its uri, vau://files/FILE_ID.',
  arguments: { url: needed(url('The media: an address, or the uri of a file')) },
  flags: {
    summary: either('A title and a summary (default yes)', { field: 'enable_summary' }),
    speech: either('What is said (default yes)', { field: 'enable_speech' }),
    sceneText: either('Text in the picture (default yes)', { field: 'enable_scene_text' }),
    visualSceneDescription: either('What is to be seen (default yes)', {
      field: 'enable_visual_scene_description',
    }),
    audioDescription: either('What is to be heard (default no)', { field: 'enable_audio_description' }),
    segmentationId: id('Use this segmentation'),
    segmentationConfig: object('How the media are cut'),
    ...waitFlags,
  },
  examples: [
    { does: 'A file, waiting for the end', line: 'describe create vau://files/FILE_ID --wait' },
    { does: 'Speech alone', line: 'describe create vau://files/FILE_ID --no-scene-text --no-summary' },
  ],
  plan: ({ url, segmentationId, segmentationConfig, wait, timeout, interval, ...enable }) => {
    refuseTogether({ segmentationId, segmentationConfig });
    return call(
      'describe.create',
      {
        body: defined({
          url,
          enable_summary: enable.summary,
          enable_speech: enable.speech,
          enable_scene_text: enable.sceneText,
          enable_visual_scene_description: enable.visualSceneDescription,
          enable_audio_description: enable.audioDescription,
          segmentation_id: segmentationId,
          segmentation_config: segmentationConfig as BodyInput<'describe.create'>['segmentation_config'],
        }),
      },
      waiting<{ job_id: string }>({ wait, timeout, interval }, 'describe', ({ job_id }) => ({
        params: { job_id },
      })),
    );
  },
});

export const commands = [create];
