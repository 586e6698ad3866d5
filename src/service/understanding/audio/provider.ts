import type { SenseProvider } from '../port.ts';
import { hear } from './audio-pass.ts';
import { soundFacts } from './facts.ts';

/** Raised when what is measured, or the words for it, change, so that stored results are made anew. */
const METER = 1;

/** Facts about the sound, measured on this machine. */
export const measuredSound: SenseProvider<'audio_description'> = {
  sense: 'audio_description',
  async plan(input) {
    return {
      provider: 'measured',
      settings: { meter: METER },
      quality: 'Facts by measurement only: nothing here says what makes a sound.',
      run: async (signal) => {
        const hearing = await hear(input, signal);
        if (!hearing) return { lines: [], notes: ['The media has no sound.'] };
        return { lines: soundFacts(hearing), notes: [] };
      },
    };
  },
};
