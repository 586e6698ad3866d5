/** Starts the service: its port, its worker processes and the watch over its event loop; and stops them. */

import { once } from 'node:events';
import { API_PREFIX } from '../../../contract/index.ts';
import { MediaError } from '../../../media/errors.ts';
import { strangersRefused } from '../../../media/ffmpeg/program/rank.ts';
import type { Activities } from '../../context/activities.ts';
import { type ServiceConfig, serviceConfig } from '../../context/config.ts';
import { addressOf, closeServer, makeServer } from '../../http/server.ts';
import { startReconciler } from '../../jobs/reconciler.ts';
import { takeOver } from '../../jobs/strays.ts';
import { type Log, streamLog } from '../../log.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { watchDisk } from '../../monitoring/disk-watch.ts';
import { isLoopback } from '../../net/addresses.ts';
import type { SearchContext } from '../../search/context.ts';
import { warmSearch } from '../../search/search.ts';
import { ownFilesOnly, prepareDataFolder } from '../../store/data-folder.ts';
import { objectsIn } from '../opening/open-context.ts';
import { openService } from '../opening/open-service.ts';
import { encodeUnencoded, encodeUnseen } from '../registry/sweeps.ts';
import { superviseWorkers } from './supervisor.ts';

/** Interval of the timer whose delay is measured, in milliseconds. */
const TICK_MS = 20;

/** A longer delay is logged, in milliseconds. */
const STALL_MS = 100;

/** A stall with less processor time, in milliseconds, belongs to the machine: the process was stopped or starved. */
const OWN_MS = STALL_MS / 2;

interface Watched {
  readonly activities: Activities;
  readonly log: Log;
  readonly metrics: Metrics;
}

/**
 * Logs and counts every stall of this process's event loop, with the work that was in progress; one that belongs to the machine only
 * for debugging. Waiting for input is not a stall, even if the process was stopped or the machine slept meanwhile.
 * @returns stops watching
 */
export function watchLoop({ activities, log, metrics }: Watched): () => void {
  let last = measure();
  const timer = setInterval(() => {
    const during = activities.recent();
    const now = measure();
    const ms = Math.round(now.at - last.at - TICK_MS);
    // Without the time spent waiting for input.
    const active = performance.eventLoopUtilization(now.loop, last.loop).active;
    const processor_ms = Math.round((now.processor - last.processor) / 1000);
    last = now;
    if (ms <= STALL_MS || active <= STALL_MS) return;
    const fields = { ms, processor_ms, during };
    const cause = processor_ms > OWN_MS ? 'computing' : 'blocked';
    metrics.record('vau_loop_stalls_total', { cause }, 1);
    metrics.record('vau_loop_stall_seconds_total', { cause }, ms / 1_000);
    if (cause === 'computing') log.warn('the event loop stalled; requests had to wait', fields);
    else log.debug('the event loop was blocked without the processor: a slow disk or a busy machine', fields);
  }, TICK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function measure() {
  const { user, system } = process.cpuUsage();
  return {
    at: performance.now(),
    processor: user + system,
    loop: performance.eventLoopUtilization(),
  };
}

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
 * @throws everything `openService` throws, MediaError if others reach the service and ffmpeg is too old for their files, and the system's error if the port is not available (EADDRINUSE)
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
  const open = !isLoopback(config.host) || config.publicUrl !== undefined;
  const refusal = open ? strangersRefused(ffmpeg) : undefined;
  // Anything older was left by an earlier service.
  const startedAt = Date.now();
  try {
    if (refusal !== undefined) throw new MediaError('unusable-ffmpeg', refusal);
    server.listen(config.port, config.host);
    await once(server, 'listening');
    if (!isLoopback(config.host))
      log.warn('other machines can reach this service over unencrypted HTTP; every request needs a token', {
        host: config.host,
      });
    await takeOver(opened.context);
    const workers = superviseWorkers({
      folder: opened.context.folder.identity,
      config,
      ffmpeg,
      log,
      metrics: opened.registry,
      onDeath: (workerId, death) => opened.context.queue.died(workerId, death),
    });
    opened.watchWorkers(() => workers.states());
    const endWatch = watchLoop(opened.context);
    const reconciler = startReconciler(opened.context, startedAt, [encodeUnencoded, encodeUnseen]);
    const warming = startWarming(opened.context);
    const disk = watchDisk(opened.context);
    return {
      url: `${addressOf(server)}${API_PREFIX}`,
      ...(opened.token === undefined ? {} : { token: opened.token }),
      stop: onlyOnce(async () => {
        endWatch();
        await Promise.all([
          ...[closeServer(server, GRACE_MS), workers.stop()],
          ...[reconciler.stop(), warming.stop(), disk.stop()],
        ]);
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
