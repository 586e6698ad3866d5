import type { ModalityProvider } from '../port.ts';

/** How speech recognition can be had where there is none. */
export const SPEECH_ADVICE =
  'To have speech recognised, install pocketsphinx (on Debian: apt-get install pocketsphinx pocketsphinx-en-us), ' +
  'name a folder with a sherpa-onnx model in VAU_SHERPA_MODEL_DIR, or a transcription endpoint in VAU_SPEECH_URL.';

/** The answer where nothing says what is spoken. */
export const noSpeech: ModalityProvider<'speech'> = {
  modality: 'speech',
  async plan() {
    const notes = [
      'There is no subtitle file and no subtitle track, and no speech recogniser, so nothing is known of what is said.',
      SPEECH_ADVICE,
    ];
    return { provider: 'none', settings: {}, run: async () => ({ lines: [], notes }) };
  },
};
