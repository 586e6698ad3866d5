import type { ModalityProvider } from '../port.ts';

/** How to get speech recognition. */
export const SPEECH_ADVICE =
  'To recognise speech, bring a recogniser (vau setup speech), or set VAU_SPEECH_URL to a transcription endpoint.';

/** The provider if nothing can recognise speech. */
export const noSpeech: ModalityProvider<'speech'> = {
  modality: 'speech',
  async plan() {
    const notes = [
      'There are no subtitles and no speech recogniser, so there is no transcript.',
      SPEECH_ADVICE,
    ];
    return { provider: 'none', settings: {}, run: async () => ({ lines: [], notes }) };
  },
};

/** Ends the list of providers if only one may be used, and it cannot. */
export function unusable(name: string): ModalityProvider<'speech'> {
  return {
    modality: 'speech',
    async plan() {
      throw new Error(
        `The speech provider ${name}, the only one chosen for this file, is not available for it.`,
      );
    },
  };
}
