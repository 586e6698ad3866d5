import { audioPassOf } from '../audio/audio-pass.ts';
import type { HeldGap } from '../held-gaps.ts';
import type { ModalityInput, ModalityProvider, ModalityResult } from '../port.ts';
import { NO_AUDIO, NO_SPEECH, spokenSpans } from './recognise.ts';

/** How to get speech recognition. */
export const SPEECH_ADVICE =
  'To recognise speech, bring a recogniser (vau setup speech), or set VAU_SPEECH_URL to a transcription endpoint.';

/** The provider if nothing can recognise speech. It listens all the same: where nobody speaks, nothing is missing. */
export const noSpeech: ModalityProvider<'speech'> = {
  modality: 'speech',
  async plan(input) {
    return { provider: 'none', settings: {}, deaf: true, run: (signal) => unheard(input, signal) };
  },
};

async function unheard(input: ModalityInput, signal: AbortSignal): Promise<ModalityResult<'speech'>> {
  const silence = await silenceOf(input, signal);
  if (silence) return { lines: [], ...silence };
  return {
    lines: [],
    notes: [
      'There are no subtitles of what is said and no speech recogniser, so there is no transcript.',
      SPEECH_ADVICE,
    ],
    gaps: [{ reason: 'no_recogniser' }],
  };
}

/** Why there is nothing to hear; undefined if there may be speech. */
async function silenceOf(
  input: ModalityInput,
  signal: AbortSignal,
): Promise<{ notes: string[]; gaps: HeldGap[] } | undefined> {
  try {
    const audioPass = await audioPassOf(input, signal);
    if (!audioPass) return { notes: [NO_AUDIO], gaps: [{ reason: 'no_audio' }] };
    if (audioPass.damage.length > 0 || spokenSpans(audioPass).length > 0) return undefined;
    return { notes: [NO_SPEECH], gaps: [{ reason: 'no_speech' }] };
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

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
