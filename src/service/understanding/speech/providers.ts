import type { SpeechConfig, SpeechProviderName } from '../../context/speech-settings.ts';
import type { Hearing, ModalityProvider } from '../port.ts';
import { correctedSpeech } from './corrected.ts';
import { endpointSpeech } from './endpoint/provider.ts';
import { noSpeech, unusable } from './none.ts';
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
 * The speech providers in the order in which they are tried: a transcript corrected by hand, then the only one asked for,
 * or those of the configuration. The last one says what is missing.
 */
export function speechProvidersFor(config: SpeechConfig, hearing?: Hearing): readonly Speech[] {
  const { provider: only } = hearing ?? {};
  const chosen = (only ? [only] : config.providers).map((name) => makers[name](config));
  const last = only ? unusable(only) : noSpeech;
  return [correctedSpeech, ...chosen.filter((provider) => provider !== undefined), last];
}
