import { once } from 'node:events';
import { API_PREFIX } from '../../contract/index.ts';
import { type ServiceConfig, serviceConfig } from '../context/config.ts';
import { addressOf, closeServer, makeServer } from '../http/server.ts';
import { startReconciler } from '../jobs/reconciler.ts';
import { type Log, streamLog } from '../log.ts';
import { isLoopback } from '../net/addresses.ts';
import type { SearchContext } from '../search/context.ts';
import { warmSearch } from '../search/warm.ts';
import { ownFilesOnly, prepareDataFolder } from '../store/data-folder.ts';
import { objectsIn } from './objects-in.ts';
import { openService } from './open-service.ts';
import { superviseWorkers } from './supervisor.ts';
import { encodeUnencoded, encodeUnseen } from './sweeps.ts';
import { takeOver } from './take-over.ts';
import { watchLoop } from './watch-loop.ts';

export type StartOptions = Partial<ServiceConfig> &
  Pick<ServiceConfig, 'dataDir'> & {
    /** Default: standard error. */
    readonly log?: Log;
    /** Issue a token even if the local account has one. */
    readonly newToken?: boolean;
    /** Make the key of this machine that of a shared store, because the store's is lost. */
    readonly replaceSecretsKey?: boolean;
    /** Bucket that holds the objects, such as s3://media/vau; default: the setting object_storage. */
    readonly objectLocation?: string;
  };

export interface RunningService {
  /** The base address, ending in /v1. */
  readonly url: string;
  /** A bearer token, if one was just created. */
  readonly token?: string;
  /** Closes open connections, releases running jobs and closes the store. */
  stop(): Promise<void>;
}

/** Milliseconds that requests in progress may take to finish after a stop. */
const GRACE_MS = 3_000;

/**
 * Starts the service: HTTP on loopback unless `host` says otherwise, and the worker processes.
 * @throws everything `openService` throws, and the system's error if the port is not available (EADDRINUSE)
 */
export async function startService({
  log: asked,
  newToken,
  replaceSecretsKey,
  objectLocation,
  ...given
}: StartOptions): Promise<RunningService> {
  ownFilesOnly();
  // The settings are in the folder: what is wrong with the folder is said first.
  await prepareDataFolder(given.dataDir);
  const options = { ...given, ...objectsIn(given.dataDir, objectLocation) };
  const { logLevel, logFormat } = serviceConfig(options);
  const log = asked ?? streamLog(process.stderr, logLevel, logFormat);
  const opened = await openService({
    config: options,
    log,
    newToken: newToken === true,
    replaceSecretsKey: replaceSecretsKey === true,
  });
  const { config, ffmpeg } = opened.context;
  const server = makeServer(opened.app, undefined, log);
  // Anything older was left by an earlier service.
  const startedAt = Date.now();
  try {
    server.listen(config.port, config.host);
    await once(server, 'listening');
    if (!isLoopback(config.host))
      log.warn('other machines can reach this service over unencrypted HTTP; every request needs a token', {
        host: config.host,
      });
    await takeOver(opened.context);
    const workers = superviseWorkers({
      folder: opened.context.folder.identity,
      ...{ config, ffmpeg, log, metrics: opened.registry },
      onDeath: (workerId, death) => opened.context.queue.died(workerId, death),
    });
    opened.watchWorkers(() => workers.states());
    const endWatch = watchLoop(opened.context);
    const reconciler = startReconciler(opened.context, startedAt, [encodeUnencoded, encodeUnseen]);
    const warming = startWarming(opened.context);
    return {
      url: `${addressOf(server)}${API_PREFIX}`,
      ...(opened.token === undefined ? {} : { token: opened.token }),
      stop: onlyOnce(async () => {
        endWatch();
        await Promise.all([closeServer(server, GRACE_MS), workers.stop(), reconciler.stop(), warming.stop()]);
        await opened.close();
      }),
    };
  } catch (error) {
    if (server.listening) await closeServer(server, GRACE_MS);
    await opened.close();
    throw error;
  }
}

/** Prepares the first search in the background. */
function startWarming(context: SearchContext): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const warmed = warmSearch(context, stopping.signal).catch((error: unknown) => {
    if (!stopping.signal.aborted) context.log.warn('preparing the first search failed', { error });
  });
  return {
    stop: () => {
      stopping.abort();
      return warmed;
    },
  };
}

/** Returns the same promise to every caller, so that everyone who stops the service waits for the same stop. */
function onlyOnce(action: () => Promise<void>): () => Promise<void> {
  let going: Promise<void> | undefined;
  return () => {
    going ??= action();
    return going;
  };
}
