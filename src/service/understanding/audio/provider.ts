import type { ModalityProvider } from '../port.ts';
import { audioPassOf } from './audio-pass.ts';
import { soundFacts } from './facts.ts';

/** Raised when what is measured, or the words for it, change, so that stored results are made anew. */
const METER = 1;

/** Facts about the sound, measured on this machine. */
export const measuredSound: ModalityProvider<'audio_description'> = {
  modality: 'audio_description',
  async plan(input) {
    return {
      provider: 'measured',
      settings: { meter: METER },
      quality: 'Facts by measurement only: nothing here says what makes a sound.',
      run: async (signal) => {
        const audioPass = await audioPassOf(input, signal);
        if (!audioPass) return { lines: [], notes: ['The media has no sound.'] };
        return { lines: soundFacts(audioPass), notes: [] };
      },
    };
  },
};
