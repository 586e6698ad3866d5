import os from 'node:os';
import { limits } from '../../contract/limits.ts';
import type { LogFormat, LogLevel } from '../log.ts';
import { type ChatEndpoint, chatEndpoint } from './chat-endpoint.ts';
import { settingsEnvironment } from './settings-file.ts';
import { type SpeechConfig, speechConfig } from './speech-settings.ts';

/** The configuration of a service; its worker processes get it as JSON. */
export interface ServiceConfig {
  /** Absolute path of the folder that holds everything. */
  readonly dataDir: string;
  /** Default 127.0.0.1: other machines can reach it only if you set another address. */
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Address in links that leave the service, without /v1 and slash; default: the address it listens on. */
  readonly publicUrl?: string;
  /** Worker processes; default one per core. 0: none are started (tests drain by themselves). */
  readonly workers: number;
  /** A job is another worker's after this long without a heartbeat. */
  readonly leaseMs: number;
  /** How often an idle worker looks for jobs of other processes. */
  readonly pollMs: number;
  /** Wait before the first retry; doubled for each further one. */
  readonly retryMs: number;
  /** How often unfinished rows without a job are looked for. */
  readonly reconcileMs: number;
  /** Largest upload, in bytes. */
  readonly maxUploadBytes: number;
  /** Room on the data folder's disk, in bytes, below which no more pictures are taken out of films. */
  readonly minFreeBytes: number;
  /** Requests a second that one token may send over time; 0: as many as it likes. */
  readonly requestsPerSecond: number;
  /** Failed sign-ins a minute from one address; 0: as many as it likes. */
  readonly failedSignInsPerMinute: number;
  /** Largest JSON body, in bytes. */
  readonly maxJsonBytes: number;
  /** Milliseconds that any body may take to arrive; one that takes longer must come at a fair pace. */
  readonly bodyGraceMs: number;
  /** Whether URLs given by callers may name this machine and private networks. */
  readonly allowPrivateAddresses: boolean;
  /** Holds every answer against the contract; for tests. */
  readonly checkAnswers: boolean;
  /** Path of ffmpeg, when one was named. */
  readonly ffmpegPath?: string;
  /** How speech is recognised; default: as the environment says. */
  readonly speech: SpeechConfig;
  /** A model that describes pictures; without one, scenes are measured facts. */
  readonly vision?: ChatEndpoint;
  /** A model that reads and answers; without one, what is said is quoted. */
  readonly language?: ChatEndpoint;
  readonly logLevel: LogLevel;
  readonly logFormat: LogFormat;
}

/**
 * Fills in what was not given: from the environment, then from the data folder's service-config.json.
 * @throws SettingRefused naming the setting and where it was found
 */
export function serviceConfig(given: Partial<ServiceConfig> & Pick<ServiceConfig, 'dataDir'>): ServiceConfig {
  const env = settingsEnvironment(given.dataDir, process.env);
  const vision = chatEndpoint('VISION', env);
  const language = chatEndpoint('LANGUAGE', env);
  return {
    host: '127.0.0.1',
    port: 4747,
    workers: os.availableParallelism(),
    leaseMs: 30_000,
    pollMs: 250,
    retryMs: 2_000,
    reconcileMs: 30_000,
    maxUploadBytes: limits.uploadBytes,
    minFreeBytes: 256 * 1024 ** 2,
    requestsPerSecond: Number(env.VAU_RATE_LIMIT?.trim() || 200),
    failedSignInsPerMinute: Number(env.VAU_SIGN_IN_LIMIT?.trim() || 300),
    maxJsonBytes: 8 * 1024 ** 2,
    bodyGraceMs: 60_000,
    allowPrivateAddresses: env.VAU_PRIVATE_ADDRESSES?.trim() === 'on',
    checkAnswers: false,
    speech: speechConfig(env),
    ...(vision && { vision }),
    ...(language && { language }),
    logLevel: 'info',
    logFormat: 'plain',
    ...given,
  };
}
