/** What describe and transcribe jobs look for, as flags. */
import { either } from '../../model/values.ts';

/** --speech, --scene-text and the others. `picture` says whether the picture is read where no flag is given. */
export const enableFlags = (picture: 'yes' | 'no') => ({
  summary: either('Add a title and a summary (default yes)', { field: 'enable_summary' }),
  speech: either('Recognise speech (default yes)', { field: 'enable_speech' }),
  sceneText: either(`Text in the picture (default ${picture})`, { field: 'enable_scene_text' }),
  visualSceneDescription: either(`What is to be seen (default ${picture})`, {
    field: 'enable_visual_scene_description',
  }),
  audioDescription: either('What is to be heard (default no)', { field: 'enable_audio_description' }),
});
