import { damageNotes } from '../damage-notes.ts';
import type { ModalityProvider } from '../port.ts';
import { audioPassOf } from './audio-pass.ts';
import { soundFacts } from './facts.ts';
import { trackOf } from './track.ts';

/** Increase it when the measurements or their wording change, so that stored results are recomputed. */
const METER = 1;

/** Facts about the audio, measured on this machine. */
export const measuredSound: ModalityProvider<'audio_description'> = {
  modality: 'audio_description',
  maker: async () => ({ provider: 'measured', settings: { meter: METER } }),
  async plan(input) {
    return {
      provider: 'measured',
      settings: { meter: METER, ...(await trackOf(input)).settings },
      quality: 'Measured facts only: nothing here says what makes a sound.',
      run: async (signal) => {
        const audioPass = await audioPassOf(input, signal);
        if (!audioPass) return { lines: [], notes: ['The media has no audio.'] };
        return {
          lines: soundFacts(audioPass),
          notes: [...damageNotes('sound', audioPass.damage), ...audioPass.notes],
        };
      },
    };
  },
};
