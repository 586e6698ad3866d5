import type { ModalityProvider } from '../port.ts';
import { factsInWords } from './words.ts';

/** Increase it when the measurements or their wording change, so that stored results are recomputed. */
const METER = 1;

/** Facts about the picture, measured on this machine: brightness, colours, motion, length of shots. */
export const pictureFacts: ModalityProvider<'visual_scene_description'> = {
  modality: 'visual_scene_description',
  async plan({ visualPass }) {
    if (visualPass.times.length === 0) return undefined;
    return {
      provider: 'picture-facts',
      settings: { meter: METER, looked_at: visualPass.thorough ? 'every frame' : 'key frames' },
      needs: 'scenes',
      quality: 'Measured facts only: nothing here says what the picture shows.',
      run: async (signal) => {
        const scenes = await visualPass.scenes(signal);
        const lines = scenes.map((scene) => ({
          text: factsInWords(scene),
          start: scene.start,
          end: scene.end,
        }));
        return {
          lines,
          notes: lines.length > 0 ? [] : ['The media has no picture that could be analysed.'],
        };
      },
    };
  },
};

/** The provider for files without a picture. */
export const noPicture: ModalityProvider<'visual_scene_description'> = {
  modality: 'visual_scene_description',
  async plan() {
    const notes = ['There is no picture, so there are no scenes to describe.'];
    return { provider: 'none', settings: {}, run: async () => ({ lines: [], notes }) };
  },
};
