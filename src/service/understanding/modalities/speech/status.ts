import type { SpeechConfig, SpeechProviderName } from '../../../context/speech-settings.ts';
import { messageOf } from '../../../errors.ts';
import { moonshineWeights } from './moonshine/weights.ts';
import { SPEECH_ADVICE } from './none.ts';
import { modelFor } from './sherpa/model-for.ts';
import { runtimeFor } from './sherpa/runtime.ts';

/** The status of one speech provider. */
export interface ProviderStatus {
  readonly name: SpeechProviderName;
  readonly ready: boolean;
  /** Its quality, or why it is not ready and what to do. */
  readonly words: string;
}

/** Speech recognition on this machine: each provider in the order in which it is tried, and how to get a better one. */
export interface SpeechStatus {
  readonly providers: readonly ProviderStatus[];
  readonly advice: string;
}

type Look = (config: SpeechConfig, dataDir: string) => Promise<Omit<ProviderStatus, 'name'>>;

const ready = (words: string) => ({ ready: true, words });
const missing = (words: string) => ({ ready: false, words });

const looks: Record<SpeechProviderName, Look> = {
  sidecar: async () => ready('exact, for files that were uploaded with subtitles'),
  'subtitle-track': async () => ready('exact, for media with a text subtitle track'),
  endpoint: async ({ endpoint }) =>
    endpoint
      ? ready(`as good as ${endpoint.model} at ${new URL(endpoint.url).origin}`)
      : missing('no endpoint is configured; set VAU_SPEECH_URL'),
  'sherpa-onnx': async ({ sherpaModelDir: folder }, dataDir) => {
    try {
      const model = await modelFor(dataDir, folder);
      if (!model) return missing('no model is set up; vau setup speech');
      runtimeFor(model);
      return ready(`as good as the ${model.kind} model in ${model.folder}`);
    } catch (error) {
      return missing(messageOf(error));
    }
  },
  moonshine: async (_, dataDir) => {
    try {
      const weights = moonshineWeights(dataDir);
      return weights ? ready(`English, by ${weights.model}`) : missing('not set up; vau setup speech');
    } catch (error) {
      return missing(messageOf(error));
    }
  },
};

/** Checks every configured provider, without recognising anything. */
export async function speechStatus(config: SpeechConfig, dataDir: string): Promise<SpeechStatus> {
  const providers = config.providers.map(async (name) => ({ name, ...(await looks[name](config, dataDir)) }));
  return { providers: await Promise.all(providers), advice: SPEECH_ADVICE };
}
