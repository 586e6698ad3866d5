import type { ModalityProvider } from '../port.ts';
import { factsInWords } from './words.ts';

/** Raised when what is measured, or the words for it, change, so that stored results are made anew. */
const METER = 1;

/** Facts about the picture, measured on this machine: brightness, colours, movement, length of shots. */
export const pictureFacts: ModalityProvider<'visual_scene_description'> = {
  modality: 'visual_scene_description',
  async plan({ visualPass }) {
    if (visualPass.times.length === 0) return undefined;
    return {
      provider: 'picture-facts',
      settings: { meter: METER, looked_at: visualPass.thorough ? 'every frame' : 'key frames' },
      needs: 'scenes',
      quality: 'Facts by measurement only: nothing here says what is to be seen.',
      run: async (signal) => {
        const scenes = await visualPass.scenes(signal);
        const lines = scenes.map((scene) => ({
          text: factsInWords(scene),
          start: scene.start,
          end: scene.end,
        }));
        return {
          lines,
          notes: lines.length > 0 ? [] : ['The media has no picture that could be looked at.'],
        };
      },
    };
  },
};

/** The answer for a file without a picture. */
export const noPicture: ModalityProvider<'visual_scene_description'> = {
  modality: 'visual_scene_description',
  async plan() {
    const notes = ['There is no picture, so no scene was looked at.'];
    return { provider: 'none', settings: {}, run: async () => ({ lines: [], notes }) };
  },
};
