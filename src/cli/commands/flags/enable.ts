/** Flags that choose what describe and transcribe jobs analyse. */
import { either } from '../../model/values.ts';

/** --speech, --scene-text and the others. `picture` is the default of the visual ones, for help. */
export const enableFlags = (picture: 'yes' | 'no') => ({
  summary: either('Add a title and a summary (default yes)', { field: 'enable_summary' }),
  speech: either('Recognise speech (default yes)', { field: 'enable_speech' }),
  sceneText: either(`Recognise text in the picture (default ${picture})`, { field: 'enable_scene_text' }),
  visualSceneDescription: either(`Describe scenes (default ${picture})`, {
    field: 'enable_visual_scene_description',
  }),
  audioDescription: either('Describe sounds (default no)', { field: 'enable_audio_description' }),
});
