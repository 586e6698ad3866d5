import path from 'node:path';
import * as z from 'zod';
import { isRange, type PrivateAllowed } from '../net/ranges.ts';
import { parseLocation } from '../store/objects/s3/settings.ts';
import { locationForm } from './object-settings.ts';

/** Entries of a list, between commas. */
function entriesOf(text: string): string[] {
  return text.split(',').map((entry) => entry.trim());
}

/** The setting as text: `on`, `off`, or ranges between commas. */
const privateAddressesText = z.string().superRefine((text, check) => {
  if (text === 'on' || text === 'off') return;
  const wrong = entriesOf(text).find((entry) => !isRange(entry));
  if (wrong === undefined) return;
  const message = `must be on, off, or IP ranges between commas, such as 10.0.0.0/8,fd00::/8 (${JSON.stringify(wrong)} is not a range)`;
  check.addIssue({ code: 'custom', message });
});

/** What the setting allows. @param text a valid one; undefined if it is not set */
export function privateAddresses(text: string | undefined): PrivateAllowed {
  if (text === undefined || text === '' || text === 'off') return false;
  return text === 'on' ? true : entriesOf(text);
}

/** The folders in a text, separated as in PATH. */
export function inPlaceFolders(text: string | undefined): string[] {
  return (text ?? '')
    .split(path.delimiter)
    .map((folder) => folder.trim())
    .filter((folder) => folder !== '');
}

/** The setting as a text: absolute paths. They need not exist now: a network folder may be mounted later. */
const inPlaceFoldersText = z.string().refine((text) => {
  const folders = inPlaceFolders(text);
  return folders.length > 0 && folders.every((folder) => path.isAbsolute(folder));
}, `must be absolute paths of folders, separated by ${path.delimiter}`);

/** Names of models and versions become names of folders. */
export const folderName = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,99}$/;

/** The settings that name the model in use, and their variables, by what it is for. */
export const modelSettings = {
  speech: { setting: 'speech_local', variable: 'VAU_SPEECH_LOCAL' },
  speakers: { setting: 'speakers_local', variable: 'VAU_SPEAKERS_LOCAL' },
  meaning: { setting: 'meaning_local', variable: 'VAU_MEANING_LOCAL' },
  pictures: { setting: 'pictures_local', variable: 'VAU_PICTURES_LOCAL' },
  language: { setting: 'language_local', variable: 'VAU_LANGUAGE_LOCAL' },
} as const;

/** What has one model in use at a time. Languages of scene text are used together. */
export type ChosenName = keyof typeof modelSettings;

/** A setting that can be set in the file or in the environment. */
export interface SettingKey {
  /** The environment variable that overrides the file. */
  readonly variable: string;
  readonly help: string;
  /** The allowed values, as text. */
  readonly value: z.ZodType<string>;
}

const text = z.string().trim().min(1, 'must not be empty');
const address = z
  .string()
  .refine((value) => /^https?:\/\//i.test(value) && URL.canParse(value), 'must be an http or https URL');
const seconds = z
  .string()
  .refine(
    (value) => Number(value) >= 1 && Number(value) <= 86_400,
    'must be a number of seconds, 1 to 86400',
  );
const rate = z
  .string()
  .refine(
    (value) => value.trim() !== '' && Number(value) >= 0 && Number(value) <= 1_000_000,
    'must be a number from 0 (no limit) to 1000000',
  );
const modelName = z.string().regex(folderName, 'must be the name of a model, as vau setup shows it');
const localModel = (name: ChosenName) => ({
  variable: modelSettings[name].variable,
  help: `Model on this machine that vau setup ${name} brought (default: none)`,
  value: modelName,
});
const variableName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of an environment variable');

/** All settings, by their name in the file and in `vau service config`. Secrets stay in the environment. */
export const settingKeys = {
  speech_providers: {
    variable: 'VAU_SPEECH_PROVIDERS',
    help: 'Speech providers to try, in this order, separated by commas',
    value: text,
  },
  speech_url: { variable: 'VAU_SPEECH_URL', help: 'URL of a transcription endpoint', value: address },
  speech_model: { variable: 'VAU_SPEECH_MODEL', help: 'Model to request from it', value: text },
  speech_language: {
    variable: 'VAU_SPEECH_LANGUAGE',
    help: 'Spoken language, as a code of two or three letters',
    value: z.string().regex(/^[A-Za-z]{2,3}$/, 'must be a code of two or three letters, such as en'),
  },
  speech_timeout: {
    variable: 'VAU_SPEECH_TIMEOUT',
    help: 'Timeout of one response, or of a piece of sound on this machine, in seconds',
    value: seconds,
  },
  speech_key_env: {
    variable: 'VAU_SPEECH_KEY_ENV',
    help: 'Environment variable with its API key',
    value: variableName,
  },
  sherpa_model_dir: {
    variable: 'VAU_SHERPA_MODEL_DIR',
    help: 'Folder with a sherpa-onnx model',
    value: text,
  },
  speech_local: localModel('speech'),
  speakers_local: localModel('speakers'),
  vision_url: {
    variable: 'VAU_VISION_URL',
    help: 'URL of an endpoint with a vision model',
    value: address,
  },
  vision_model: { variable: 'VAU_VISION_MODEL', help: 'Model to request from it', value: text },
  vision_timeout: {
    variable: 'VAU_VISION_TIMEOUT',
    help: 'Timeout of one response in seconds',
    value: seconds,
  },
  vision_key_env: {
    variable: 'VAU_VISION_KEY_ENV',
    help: 'Environment variable with its API key',
    value: variableName,
  },
  language_url: {
    variable: 'VAU_LANGUAGE_URL',
    help: 'URL of an endpoint with a language model',
    value: address,
  },
  language_model: { variable: 'VAU_LANGUAGE_MODEL', help: 'Model to request from it', value: text },
  language_timeout: {
    variable: 'VAU_LANGUAGE_TIMEOUT',
    help: 'Timeout of one response in seconds',
    value: seconds,
  },
  language_key_env: {
    variable: 'VAU_LANGUAGE_KEY_ENV',
    help: 'Environment variable with its API key',
    value: variableName,
  },
  language_local: localModel('language'),
  objects: {
    variable: 'VAU_OBJECTS',
    help: 'Whether to look for people, vehicles and animals in pictures: on or off (default on)',
    value: z.enum(['on', 'off'], { error: 'must be on or off' }),
  },
  embeddings: {
    variable: 'VAU_EMBEDDINGS',
    help: 'Whether to compare texts by meaning, and not by their words alone: on or off (default on)',
    value: z.enum(['on', 'off'], { error: 'must be on or off' }),
  },
  embeddings_url: {
    variable: 'VAU_EMBEDDINGS_URL',
    help: 'URL of an endpoint that turns texts into vectors (default: the packaged English encoder)',
    value: address,
  },
  embeddings_model: { variable: 'VAU_EMBEDDINGS_MODEL', help: 'Model to request from it', value: text },
  embeddings_timeout: {
    variable: 'VAU_EMBEDDINGS_TIMEOUT',
    help: 'Timeout of one response in seconds',
    value: seconds,
  },
  embeddings_key_env: {
    variable: 'VAU_EMBEDDINGS_KEY_ENV',
    help: 'Environment variable with its API key',
    value: variableName,
  },
  meaning_local: localModel('meaning'),
  pictures_local: localModel('pictures'),
  public_url: {
    variable: 'VAU_PUBLIC_URL',
    help: 'Address at which others reach this service, such as https://media.example; links to shares begin with it',
    value: address,
  },
  rate_limit: {
    variable: 'VAU_RATE_LIMIT',
    help: 'Requests per second for one token, with bursts of five seconds; 0 means no limit (default 200)',
    value: rate,
  },
  sign_in_limit: {
    variable: 'VAU_SIGN_IN_LIMIT',
    help: 'Failed sign-ins per minute from one address; 0 means no limit (default 300)',
    value: rate,
  },
  private_addresses: {
    variable: 'VAU_PRIVATE_ADDRESSES',
    help: 'Whether URLs given by callers may point to this machine and private networks: on, off, or the ranges allowed, such as 10.0.0.0/8,fd00::/8 (default off)',
    value: privateAddressesText,
  },
  in_place_folders: {
    variable: 'VAU_IN_PLACE_FOLDERS',
    help: 'Folders on this machine whose files may be ingested in place, by every account: absolute paths, separated as in PATH (default: none)',
    value: inPlaceFoldersText,
  },
  object_storage: {
    variable: 'VAU_OBJECT_STORAGE',
    help: 'Bucket that holds originals, thumbnails and streams, such as s3://media/vau; AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY give access (default: the data folder)',
    value: z.string().refine((value) => parseLocation(value) !== undefined, `must be ${locationForm}`),
  },
  object_endpoint: {
    variable: 'VAU_OBJECT_ENDPOINT',
    help: 'Address of a storage that speaks S3 (default: AWS_ENDPOINT_URL_S3, else Amazon S3)',
    value: address,
  },
  object_region: {
    variable: 'VAU_OBJECT_REGION',
    help: 'Its region (default: AWS_REGION; with an endpoint us-east-1)',
    value: text,
  },
  object_path_style: {
    variable: 'VAU_OBJECT_PATH_STYLE',
    help: 'Whether the bucket is in the path of addresses: on or off (default: on with an endpoint, else off)',
    value: z.enum(['on', 'off'], { error: 'must be on or off' }),
  },
  object_links: {
    variable: 'VAU_OBJECT_LINKS',
    help: 'How clients get content from the bucket: service (through this service), or direct (redirected to signed addresses, if they reach the storage) (default service)',
    value: z.enum(['service', 'direct'], { error: 'must be service or direct' }),
  },
  object_timeout: {
    variable: 'VAU_OBJECT_TIMEOUT',
    help: 'Seconds that the bucket may be silent before a request is tried again (default 15)',
    value: seconds,
  },
  object_cache_gb: {
    variable: 'VAU_OBJECT_CACHE_GB',
    help: 'Gigabytes of fetched originals to keep on the local disk for later jobs (default 20)',
    value: z
      .string()
      .refine((value) => Number(value) >= 0 && Number(value) <= 1e6 && value !== '', 'must be 0 to 1000000'),
  },
  secrets_key_file: {
    variable: 'VAU_SECRETS_KEY_FILE',
    help: 'File with the key that encrypts the secrets of webhooks, the same on all machines of a store (default: VAU_SECRETS_KEY, which holds the key itself, else secrets.key in the data folder)',
    value: text,
  },
  log_level: {
    variable: 'VAU_LOG_LEVEL',
    help: 'Lowest level of the log: debug (with a line for each request), info, warn or error (default info)',
    value: z.enum(['debug', 'info', 'warn', 'error'], { error: 'must be debug, info, warn or error' }),
  },
  log_format: {
    variable: 'VAU_LOG_FORMAT',
    help: 'Format of the log: plain, or json with one object per line (default plain)',
    value: z.enum(['plain', 'json'], { error: 'must be plain or json' }),
  },
} as const satisfies Record<string, SettingKey>;

export type SettingName = keyof typeof settingKeys;

export const settingNames = Object.keys(settingKeys) as SettingName[];

/** Settings of older releases: a file that still has one says what replaced it, and it can be removed. */
export const formerSettings: readonly string[] = ['pocketsphinx'];
