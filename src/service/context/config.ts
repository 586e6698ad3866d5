import os from 'node:os';
import { limits } from '../../contract/values/limits.ts';
import { SettingRefused } from '../errors.ts';
import type { LogFormat, LogLevel } from '../log.ts';
import type { PrivateAllowed } from '../net/ranges.ts';
import type { S3Settings } from '../store/objects/s3/settings.ts';
import type { SecretsKeySource } from '../store/secrets/secrets-key.ts';
import { type EmbeddingsConfig, embeddingsConfig, onOff } from './embeddings-settings.ts';
import { type ModelEndpoint, modelEndpoint } from './model-endpoint.ts';
import { objectSettings } from './object-settings.ts';
import { settingsEnvironment } from './settings-file.ts';
import { inPlaceFolders, privateAddresses } from './settings-keys.ts';
import { type SpeechConfig, speechConfig } from './speech-settings.ts';

const KEY = 'VAU_SECRETS_KEY';

/**
 * Where the key of the secrets in the store is, from the environment: VAU_SECRETS_KEY holds it, or VAU_SECRETS_KEY_FILE names
 * a file; undefined: it is in the data folder.
 * @throws SettingRefused if both are set
 */
function secretsKeySource(env: NodeJS.ProcessEnv): SecretsKeySource | undefined {
  const file = env.VAU_SECRETS_KEY_FILE?.trim();
  const isHeld = Boolean(env[KEY]?.trim());
  if (file && isHeld)
    throw new SettingRefused(
      `${KEY} and VAU_SECRETS_KEY_FILE (or secrets_key_file) are both set; keep one of the two`,
    );
  if (file) return { file };
  return isHeld ? { variable: KEY } : undefined;
}

/** The configuration of a service, passed to its worker processes as JSON. */
export interface ServiceConfig {
  /** Absolute path of the data folder. */
  readonly dataDir: string;
  /** The address of a PostgreSQL database that holds the store; default: SQLite in the data folder. */
  readonly store?: string;
  /** The bucket that holds objects; default: they are in the data folder. */
  readonly objectStorage?: S3Settings;
  /** Where the key of the secrets in the store is; default: in the data folder. */
  readonly secretsKey?: SecretsKeySource;
  /** Default 127.0.0.1. Set another address to make the service reachable from other machines. */
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Base of links for other people, without /v1 and trailing slash; default: the address it listens on. */
  readonly publicUrl?: string;
  /** Number of worker processes; default one per core. 0: none (tests drain the queue themselves). */
  readonly workers: number;
  /** Without a heartbeat, another worker may take a job after this time. */
  readonly leaseMs: number;
  /** Poll interval of an idle worker, for jobs added by other processes. */
  readonly pollMs: number;
  /** Delay before the first retry; doubled for each further one. */
  readonly retryMs: number;
  /** Interval between searches for unfinished rows without a job. */
  readonly reconcileMs: number;
  /** Largest upload, in bytes. */
  readonly maxUploadBytes: number;
  /** Free disk space in the data folder, in bytes, below which no more frames are extracted. */
  readonly minFreeBytes: number;
  /** Sustained requests per second for one token; 0: no limit. */
  readonly requestsPerSecond: number;
  /** Failed sign-ins per minute from one address; 0: no limit. */
  readonly failedSignInsPerMinute: number;
  /** Largest JSON body, in bytes. */
  readonly maxJsonBytes: number;
  /** Milliseconds that any body may take to arrive. After that, it must keep a minimum rate. */
  readonly bodyGraceMs: number;
  /** Whether URLs given by callers may point to this machine and private networks, or to these ranges of them. */
  readonly allowPrivateAddresses: PrivateAllowed;
  /** Absolute paths of the folders on this machine whose files may be read in place, below them too. */
  readonly inPlaceFolders: readonly string[];
  /** Milliseconds that the receiver of a webhook may take to respond. */
  readonly webhookTimeoutMs: number;
  /** Milliseconds of failures only, after which a webhook is disabled. */
  readonly webhookFailingMs: number;
  /** Check every response against the contract; for tests. */
  readonly checkAnswers: boolean;
  /** Path of ffmpeg, if one was given. */
  readonly ffmpegPath?: string;
  /** How speech is recognised; default: from the environment. */
  readonly speech: SpeechConfig;
  /** A model that describes frames; without one, scene descriptions are measured facts. */
  readonly vision?: ModelEndpoint;
  /** Whether to look for objects in pictures if there is no vision model. */
  readonly objects: boolean;
  /** A language model that reads and answers; without one, answers quote what was said. */
  readonly language?: ModelEndpoint;
  /** What turns texts into vectors: a model, or the packaged encoder if it is installed; off: texts are not compared by meaning. */
  readonly embeddings: EmbeddingsConfig;
  /** Milliseconds that a search waits for the vector of its query; without it, it goes by words. */
  readonly vectorWaitMs: number;
  /**
   * Milliseconds that the vectors of an earlier encoder are kept once those of a new one are complete: a search that began
   * before, on any machine, goes by them to its end. A deep search with a language model may take minutes.
   */
  readonly vectorKeepMs: number;
  readonly logLevel: LogLevel;
  readonly logFormat: LogFormat;
}

/** Where a service keeps its rows: a server's address, or its data folder. */
export function storeOf({ store, dataDir }: Pick<ServiceConfig, 'store' | 'dataDir'>): string {
  return store ?? dataDir;
}

/**
 * Fills in missing options from the environment, then from service-config.json in the data folder.
 * @throws SettingRefused naming the setting and its source
 */
export function serviceConfig(given: Partial<ServiceConfig> & Pick<ServiceConfig, 'dataDir'>): ServiceConfig {
  const env = settingsEnvironment(given.dataDir, process.env);
  const vision = modelEndpoint('VISION', env);
  const language = modelEndpoint('LANGUAGE', env);
  const objectStorage = objectSettings(env);
  const secretsKey = given.secretsKey ?? secretsKeySource(env);
  return {
    host: '127.0.0.1',
    port: 4747,
    workers: os.availableParallelism(),
    leaseMs: 30_000,
    // A server says when there is work; what is due later is looked for.
    pollMs: (given.store ?? env.VAU_STORE?.trim()) ? 2_000 : 250,
    retryMs: 2_000,
    reconcileMs: 30_000,
    maxUploadBytes: limits.uploadBytes,
    minFreeBytes: 256 * 1024 ** 2,
    ...(env.VAU_STORE?.trim() && { store: env.VAU_STORE.trim() }),
    ...(env.VAU_PUBLIC_URL?.trim() && { publicUrl: env.VAU_PUBLIC_URL.trim() }),
    requestsPerSecond: Number(env.VAU_RATE_LIMIT?.trim() || 200),
    failedSignInsPerMinute: Number(env.VAU_SIGN_IN_LIMIT?.trim() || 300),
    maxJsonBytes: 8 * 1024 ** 2,
    bodyGraceMs: 60_000,
    allowPrivateAddresses: privateAddresses(env.VAU_PRIVATE_ADDRESSES?.trim()),
    inPlaceFolders: inPlaceFolders(env.VAU_IN_PLACE_FOLDERS),
    webhookTimeoutMs: 15_000,
    webhookFailingMs: 5 * 24 * 3_600_000,
    checkAnswers: false,
    speech: speechConfig(env),
    ...(objectStorage && { objectStorage }),
    ...(secretsKey && { secretsKey }),
    ...(vision && { vision }),
    ...(language && { language }),
    objects: onOff('VAU_OBJECTS', env.VAU_OBJECTS?.trim() || undefined),
    embeddings: embeddingsConfig(env),
    vectorWaitMs: 1_500,
    vectorKeepMs: 600_000,
    logLevel: (env.VAU_LOG_LEVEL?.trim() || 'info') as LogLevel,
    logFormat: (env.VAU_LOG_FORMAT?.trim() || 'plain') as LogFormat,
    ...given,
  };
}
