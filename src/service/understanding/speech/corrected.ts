import type { ModalityProvider } from '../port.ts';
import { planSubtitles } from './sidecar.ts';

/** Name of the provider. */
export const CORRECTED = 'corrected-transcript';

/** Speech from a transcript that someone corrected. It replaces whatever else there is. */
export const correctedSpeech: ModalityProvider<'speech'> = {
  modality: 'speech',
  async plan({ transcriptPath }) {
    if (transcriptPath === undefined) return undefined;
    const plan = await planSubtitles(transcriptPath, 'corrected transcript');
    return { ...plan, provider: CORRECTED, quality: 'Corrected by hand.' };
  },
};
