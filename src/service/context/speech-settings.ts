import { statSync } from 'node:fs';
import { speechProviders } from '../../contract/values/enums.ts';
import { SettingRefused } from '../errors.ts';
import { checkedUrl } from '../net/outgoing.ts';

/** In the order in which they are tried. */
export type SpeechProviderName = (typeof speechProviders)[number];

/** A server that supports OpenAI-style transcription requests. */
export interface TranscriptionEndpoint {
  /** Its base URL (usually ending in /v1) or the full URL of the operation. Loopback is allowed. */
  readonly url: string;
  /** Default `whisper-1`; servers with one model ignore it. */
  readonly model: string;
  /** ISO 639-1 code of the spoken language; if left out, the server detects it. */
  readonly language?: string;
  /** Name of the environment variable that holds the key. The key itself is never stored, logged or shown. */
  readonly keyEnv: string;
  /** Timeout of one response, in seconds. */
  readonly timeoutSeconds: number;
  /** Delay before the first retry, in milliseconds; doubled for each further one. */
  readonly retryMs: number;
}

/** How speech is recognised. */
export interface SpeechConfig {
  /** Tried in this order; a provider that is not set up is skipped. */
  readonly providers: readonly SpeechProviderName[];
  readonly endpoint?: TranscriptionEndpoint;
  /** Timeout of one response, or of a piece of sound that a model on this machine recognises, in seconds. Default 900. */
  readonly timeoutSeconds?: number;
  /** Folder with a sherpa-onnx model. */
  readonly sherpaModelDir?: string;
}

/** What is said of the recogniser that releases before this one used, where settings or files still name it. */
export const POCKETSPHINX_GONE =
  'vau hears with moonshine instead of pocketsphinx (vau setup speech brings it).';

/** Where no timeout is set. */
export const SPEECH_TIMEOUT_SECONDS = 900;

const DEFAULT_KEY = 'VAU_SPEECH_KEY';

/**
 * Reads the speech settings from the environment:
 * - VAU_SPEECH_PROVIDERS: providers to try, in this order, separated by commas
 * - VAU_SPEECH_URL: URL of a transcription endpoint
 * - VAU_SPEECH_MODEL, VAU_SPEECH_LANGUAGE, VAU_SPEECH_TIMEOUT (seconds for one response, default 900): its options;
 *   the timeout is also for a piece of sound that a model on this machine recognises
 * - VAU_SPEECH_KEY: its key; or VAU_SPEECH_KEY_ENV, the name of another variable that holds the key
 * - VAU_SHERPA_MODEL_DIR: folder with a sherpa-onnx model
 * @throws SettingRefused naming the variable
 */
export function speechConfig(env: NodeJS.ProcessEnv): SpeechConfig {
  if (text(env.VAU_POCKETSPHINX) !== undefined)
    throw new SettingRefused(`VAU_POCKETSPHINX is no longer a setting: ${POCKETSPHINX_GONE} Unset it`);
  const timeoutSeconds = timeoutOf(env);
  const endpoint = endpointOf(env, timeoutSeconds);
  const folder = folderOf(text(env.VAU_SHERPA_MODEL_DIR));
  return {
    providers: providersOf(text(env.VAU_SPEECH_PROVIDERS)),
    ...(endpoint && { endpoint }),
    ...(timeoutSeconds !== undefined && { timeoutSeconds }),
    ...(folder === undefined ? {} : { sherpaModelDir: folder }),
  };
}

function timeoutOf(env: NodeJS.ProcessEnv): number | undefined {
  const given = text(env.VAU_SPEECH_TIMEOUT);
  if (given === undefined) return undefined;
  const seconds = Number(given);
  if (seconds >= 1 && seconds <= 86_400) return seconds;
  throw new SettingRefused('VAU_SPEECH_TIMEOUT must be a number of seconds from 1 to 86400');
}

function endpointOf(
  env: NodeJS.ProcessEnv,
  timeoutSeconds = SPEECH_TIMEOUT_SECONDS,
): TranscriptionEndpoint | undefined {
  const url = text(env.VAU_SPEECH_URL);
  if (url === undefined) return undefined;
  try {
    checkedUrl(url, true);
  } catch (error) {
    throw new SettingRefused(`VAU_SPEECH_URL: ${error instanceof Error ? error.message : error}`);
  }
  const language = text(env.VAU_SPEECH_LANGUAGE);
  return {
    url,
    model: text(env.VAU_SPEECH_MODEL) ?? 'whisper-1',
    ...(language === undefined ? {} : { language }),
    keyEnv: text(env.VAU_SPEECH_KEY_ENV) ?? DEFAULT_KEY,
    timeoutSeconds,
    retryMs: 1_000,
  };
}

/** Checks here that the folder exists; its contents are checked before they are loaded. */
function folderOf(folder: string | undefined): string | undefined {
  if (folder === undefined || statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  throw new SettingRefused(`VAU_SHERPA_MODEL_DIR: ${folder} is not a folder`);
}

function providersOf(list: string | undefined): readonly SpeechProviderName[] {
  if (list === undefined) return speechProviders;
  return list.split(',').map((item) => {
    const name = speechProviders.find((one) => one === item.trim());
    if (name) return name;
    if (item.trim() === 'pocketsphinx')
      throw new SettingRefused(
        `VAU_SPEECH_PROVIDERS names pocketsphinx: ${POCKETSPHINX_GONE} The providers are ${speechProviders.join(', ')}`,
      );
    throw new SettingRefused(
      `VAU_SPEECH_PROVIDERS names ${JSON.stringify(item.trim())}; the providers are ${speechProviders.join(', ')}`,
    );
  });
}

/** A variable set to an empty text counts as not set. */
function text(value: string | undefined): string | undefined {
  return value?.trim() || undefined;
}
