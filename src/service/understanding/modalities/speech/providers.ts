import { chooseSubtitles, extractSubtitles, probe } from '../../../../media/index.ts';
import type { SpeechProviderName } from '../../../context/speech-settings.ts';
import type { UnderstandingConfig } from '../context.ts';
import type { Hearing, ModalityProvider } from '../port.ts';
import { speakersToldApart } from '../speakers/told-apart.ts';
import { endpointSpeech } from './endpoint/provider.ts';
import { moonshineSpeech } from './moonshine/provider.ts';
import { noSpeech, unusable } from './none.ts';
import { sherpaSpeech } from './sherpa/provider.ts';
import { MAX_SUBTITLE_BYTES } from './subtitles/decode.ts';
import { fromSubtitles, planSubtitles, READER, sidecarSpeech } from './subtitles/sidecar.ts';

/** Speech from the media's own text subtitles: the default track, else the first. */
const subtitleTrackSpeech: ModalityProvider<'speech'> = {
  modality: 'speech',
  async plan({ mediaPath, ffmpeg }) {
    const probed = await probe(mediaPath, { ffmpeg });
    const stream = chooseSubtitles(probed);
    if (!stream) return undefined;
    return {
      provider: 'subtitle-track',
      settings: { reader: READER, stream: stream.index, language: stream.language },
      run: async (signal) => {
        const options = { ffmpeg, signal, probed, streamIndex: stream.index, maxBytes: MAX_SUBTITLE_BYTES };
        const text = await extractSubtitles(mediaPath, options);
        if (text === null) return { lines: [], notes: ['The subtitle track is empty.'] };
        return fromSubtitles({ text }, 'subtitle track');
      },
    };
  },
};

/** Name of the provider. */
const CORRECTED = 'corrected-transcript';

/** Speech from a transcript that someone corrected. It replaces whatever else there is. */
const correctedSpeech: ModalityProvider<'speech'> = {
  modality: 'speech',
  async plan({ transcriptPath }) {
    if (transcriptPath === undefined) return undefined;
    const plan = await planSubtitles(transcriptPath, 'corrected transcript');
    return { ...plan, provider: CORRECTED, quality: 'Corrected by hand.' };
  },
};

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
