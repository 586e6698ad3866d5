import type { SpeechConfig, SpeechProviderName } from '../../context/speech-settings.ts';
import type { ModalityProvider } from '../port.ts';
import { endpointSpeech } from './endpoint/provider.ts';
import { noSpeech } from './none.ts';
import { pocketsphinxSpeech } from './pocketsphinx/provider.ts';
import { sherpaSpeech } from './sherpa/provider.ts';
import { sidecarSpeech } from './sidecar.ts';
import { subtitleTrackSpeech } from './subtitle-track.ts';

type Speech = ModalityProvider<'speech'>;

const makers: Record<SpeechProviderName, (config: SpeechConfig) => Speech | undefined> = {
  sidecar: () => sidecarSpeech,
  'subtitle-track': () => subtitleTrackSpeech,
  endpoint: ({ endpoint }) => endpoint && endpointSpeech(endpoint),
  'sherpa-onnx': ({ sherpaModelDir }) =>
    sherpaModelDir === undefined ? undefined : sherpaSpeech(sherpaModelDir),
  pocketsphinx: ({ pocketsphinx }) => (pocketsphinx ? pocketsphinxSpeech : undefined),
};

/**
 * The speech providers in the order in which they are tried; the last one always has a plan, and says what is missing.
 */
export function speechProvidersFor(config: SpeechConfig): readonly Speech[] {
  const chosen = config.providers.map((name) => makers[name](config));
  return [...chosen.filter((provider) => provider !== undefined), noSpeech];
}
