/**
 * Speech: every way to hear it, in the order in which they are tried (a corrected transcript, subtitles, recognisers
 * on this machine, an endpoint), and what is said where none can be used. A file comes in; lines with words, times
 * and confidence go out.
 */

import type { SpeechConfig, SpeechProviderName } from '../../../context/speech-settings.ts';
import { messageOf } from '../../../errors.ts';
import type { UnderstandingConfig } from '../context.ts';
import type { Hearing, ModalityProvider } from '../port.ts';
import { speakersToldApart } from '../speakers/told-apart.ts';
import { endpointSpeech } from './endpoint/provider.ts';
import { moonshineSpeech } from './moonshine/provider.ts';
import { moonshineWeights } from './moonshine/weights.ts';
import { noSpeech, SPEECH_ADVICE, unusable } from './none.ts';
import { sherpaSpeech } from './sherpa/provider.ts';
import { modelFor, runtimeFor } from './sherpa/runtime.ts';
import {
  CORRECTED,
  correctedSpeech,
  sidecarSpeech,
  standInSpeech,
  subtitleTrackSpeech,
} from './subtitles/given.ts';

/** What the providers are made from. */
export type SpeechSetup = Pick<UnderstandingConfig, 'speech' | 'dataDir'>;

/** Whether a provider can work here, and in words how good it is, or why not and what to do. */
interface Readiness {
  readonly ready: boolean;
  readonly words: string;
}

/** What is known of a provider that hears. */
export interface Recogniser {
  /** Among recognisers; a higher one makes better lines. */
  readonly rank: number;
  /** Whether it knows more languages than English. */
  readonly manyLanguages: boolean;
  /** How to get better lines than its own; null if nothing is known to be better. */
  readonly better: string | null;
}

/** A source of speech: everything that is said of a provider by its name. */
interface SpeechSource {
  /** Left out for text that came with the media: no recogniser makes better lines. */
  readonly recogniser?: Recogniser;
  /** Checks it without recognising anything. */
  status(config: SpeechConfig, dataDir: string): Promise<Readiness>;
  /** @returns undefined if the settings leave it out */
  make(config: SpeechSetup): ModalityProvider<'speech'> | undefined;
}

const ready = (words: string): Readiness => ({ ready: true, words });
const missing = (words: string): Readiness => ({ ready: false, words });

const ENDPOINT = 'vau service config set speech_url URL, the URL of a transcription endpoint';

/** The providers by name; settings say in which order they are tried. */
const speechSources: Readonly<Record<SpeechProviderName, SpeechSource>> = {
  sidecar: {
    status: async () => ready('exact, for files that were uploaded with subtitles'),
    make: () => sidecarSpeech,
  },
  'subtitle-track': {
    status: async () => ready('exact, for media with a text subtitle track'),
    make: () => subtitleTrackSpeech,
  },
  endpoint: {
    recogniser: { rank: 3, manyLanguages: true, better: null },
    status: async ({ endpoint }) =>
      endpoint
        ? ready(`as good as ${endpoint.model} at ${new URL(endpoint.url).origin}`)
        : missing('no endpoint is configured; set VAU_SPEECH_URL'),
    make: ({ speech: { endpoint } }) => endpoint && endpointSpeech(endpoint),
  },
  'sherpa-onnx': {
    recogniser: { rank: 2, manyLanguages: true, better: ENDPOINT },
    status: async ({ sherpaModelDir: folder }, dataDir) => {
      try {
        const model = await modelFor(dataDir, folder);
        if (!model) return missing('no model is set up; vau setup speech');
        runtimeFor(model);
        return ready(`as good as the ${model.kind} model in ${model.folder}`);
      } catch (error) {
        return missing(messageOf(error));
      }
    },
    make: ({ dataDir, speech }) => sherpaSpeech(dataDir, speech),
  },
  moonshine: {
    recogniser: { rank: 1, manyLanguages: false, better: `vau setup speech parakeet-v3; or ${ENDPOINT}` },
    status: async (_, dataDir) => {
      try {
        const weights = moonshineWeights(dataDir);
        return weights ? ready(`English, by ${weights.model}`) : missing('not set up; vau setup speech');
      } catch (error) {
        return missing(messageOf(error));
      }
    },
    make: ({ dataDir, speech }) => moonshineSpeech(dataDir, speech),
  },
};

const named = Object.entries(speechSources);

/** Names of the recognisers, from the weakest to the best. */
export const recognisersByRank: readonly string[] = named
  .flatMap(([name, { recogniser }]) => (recogniser ? [{ name, rank: recogniser.rank }] : []))
  .sort((one, other) => one.rank - other.rank)
  .map(({ name }) => name);

/** Names of providers whose text came with the file, or was corrected by hand. */
export const givenSpeech: readonly string[] = [
  CORRECTED,
  ...named.flatMap(([name, { recogniser }]) => (recogniser ? [] : [name])),
];

/**
 * The speech providers in the order in which they are tried: a transcript corrected by hand, then the only one asked for,
 * or those of the configuration, then subtitles that only stand for what is said. The last one says what is missing. Who speaks is told apart where a recogniser hears:
 * subtitles say it, or nobody has.
 */
export function speechProvidersFor(
  config: SpeechSetup,
  hearing?: Hearing,
): readonly ModalityProvider<'speech'>[] {
  const { provider: only } = hearing ?? {};
  const names = only ? [only] : config.speech.providers;
  const chosen = names.map((name) => {
    const { make, recogniser } = speechSources[name];
    const made = make(config);
    return made && recogniser ? speakersToldApart(made, config.dataDir) : made;
  });
  const last = [
    ...(names.includes('subtitle-track') ? [standInSpeech] : []),
    only ? unusable(only) : noSpeech,
  ];
  return [correctedSpeech, ...chosen.filter((provider) => provider !== undefined), ...last];
}

/** The status of one speech provider. */
export interface ProviderStatus {
  readonly name: SpeechProviderName;
  readonly ready: boolean;
  /** Its quality, or why it is not ready and what to do. */
  readonly words: string;
  /** What is known of it if it hears; undefined for text that came with the media. */
  readonly recogniser: Recogniser | undefined;
}

/** Speech recognition on this machine: each provider in the order in which it is tried, and how to get a better one. */
export interface SpeechStatus {
  readonly providers: readonly ProviderStatus[];
  readonly advice: string;
}

/** Checks every configured provider, without recognising anything. */
export async function speechStatus(config: SpeechConfig, dataDir: string): Promise<SpeechStatus> {
  const providers = config.providers.map(async (name) => ({
    name,
    ...(await speechSources[name].status(config, dataDir)),
    recogniser: speechSources[name].recogniser,
  }));
  return { providers: await Promise.all(providers), advice: SPEECH_ADVICE };
}
