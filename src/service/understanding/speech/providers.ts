import type { SpeechProviderName } from '../../context/speech-settings.ts';
import type { UnderstandingConfig } from '../context.ts';
import type { Hearing, ModalityProvider } from '../port.ts';
import { speakersToldApart } from '../speakers/told-apart.ts';
import { correctedSpeech } from './corrected.ts';
import { endpointSpeech } from './endpoint/provider.ts';
import { moonshineSpeech } from './moonshine/provider.ts';
import { noSpeech, unusable } from './none.ts';
import { sherpaSpeech } from './sherpa/provider.ts';
import { sidecarSpeech } from './sidecar.ts';
import { subtitleTrackSpeech } from './subtitle-track.ts';

type Speech = ModalityProvider<'speech'>;

/** What the providers are made from. */
type SpeechSetup = Pick<UnderstandingConfig, 'speech' | 'dataDir'>;

const makers: Record<SpeechProviderName, (config: SpeechSetup) => Speech | undefined> = {
  sidecar: () => sidecarSpeech,
  'subtitle-track': () => subtitleTrackSpeech,
  endpoint: ({ speech: { endpoint } }) => endpoint && endpointSpeech(endpoint),
  'sherpa-onnx': ({ dataDir, speech }) => sherpaSpeech(dataDir, speech),
  moonshine: ({ dataDir, speech }) => moonshineSpeech(dataDir, speech),
};

/** Those that hear: subtitles say who speaks, or nobody has said it. */
const RECOGNISERS: readonly SpeechProviderName[] = ['endpoint', 'sherpa-onnx', 'moonshine'];

/**
 * The speech providers in the order in which they are tried: a transcript corrected by hand, then the only one asked for,
 * or those of the configuration. The last one says what is missing.
 */
export function speechProvidersFor(config: SpeechSetup, hearing?: Hearing): readonly Speech[] {
  const { provider: only } = hearing ?? {};
  const chosen = (only ? [only] : config.speech.providers).map((name) => {
    const maker = makers[name](config);
    return maker && RECOGNISERS.includes(name) ? speakersToldApart(maker, config.dataDir) : maker;
  });
  const last = only ? unusable(only) : noSpeech;
  return [correctedSpeech, ...chosen.filter((provider) => provider !== undefined), last];
}
