import { once } from 'node:events';
import { serviceConfig } from '../../context/config.ts';
import { SettingRefused } from '../../errors.ts';
import { pagesApp } from '../../http/app.ts';
import { addressOf, closeServer, makeServer } from '../../http/server.ts';
import { takeOver } from '../../jobs/strays.ts';
import { streamLog } from '../../log.ts';
import { makeRegistry } from '../../metrics/metrics.ts';
import { watchDisk } from '../../monitoring/disk-watch.ts';
import { monitoringRoutes } from '../../monitoring/routes.ts';
import type { Monitored, WorkerState } from '../../monitoring/state.ts';
import { ownFilesOnly, prepareDataFolder } from '../../store/data-folder.ts';
import { objectsIn, openContext } from '../opening/open-context.ts';
import { requireSameKey } from '../opening/require-key.ts';
import { awaitSameStore } from '../opening/require-store.ts';
import type { StartOptions } from './start-service.ts';
import { superviseWorkers } from './supervisor.ts';

/** Where the workers of a machine without a service say how they are. */
interface WatchPlace {
  /** Address to listen on. */
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
}

interface Watch {
  /** The base address, without a slash at its end. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Milliseconds that requests in progress may take to finish after a stop. */
const GRACE_MS = 1_000;

/**
 * Answers /healthz, /readyz and /metrics, as a service does: beyond this machine, /metrics needs a token with the scope admin.
 * @throws the system's error if the port is not available (EADDRINUSE)
 */
async function watchWorkers(monitored: Monitored, { host, port }: WatchPlace): Promise<Watch> {
  // The public URL is that of the services: no proxy stands before this port.
  const { publicUrl: _, ...config } = monitored.context.config;
  const context = { ...monitored.context, config: { ...config, host, port } };
  const app = pagesApp(context, (routes) => monitoringRoutes(routes, { ...monitored, context }));
  const server = makeServer(app, undefined, context.log);
  server.listen(port, host);
  await once(server, 'listening');
  return { url: addressOf(server), stop: () => closeServer(server, GRACE_MS) };
}

export type WorkerOptions = StartOptions & {
  /** Default: nobody is told how the workers are. */
  readonly watch?: WatchPlace;
  /** Ends the waiting for the first service of the store. */
  readonly signal?: AbortSignal;
};

/** Worker processes without a service. */
export interface RunningWorkers {
  /** How many there are. */
  readonly workers: number;
  /** Base address of /healthz, /readyz and /metrics, if they are answered. */
  readonly watchUrl?: string;
  /** Releases their jobs and ends them. */
  stop(): Promise<void>;
}

/**
 * Starts the worker processes of a machine that has no service: they take jobs from a store that they share with services and
 * workers of other machines. The data folder holds what this machine needs for itself: temporary files, models.
 * While no service has started on the store, it waits for the first one. @throws what `signal` was aborted with; the system's error if the port of `watch` is not available; SettingRefused without a store that can be shared; FolderRefused; StoreRefused; MediaError; RepairNeeded; KeyRefused
 */
export async function startWorkers({
  log: asked,
  newToken: _,
  replaceSecretsKey: __,
  objectLocation,
  watch,
  signal,
  ...given
}: WorkerOptions): Promise<RunningWorkers> {
  ownFilesOnly();
  await prepareDataFolder(given.dataDir);
  const config = serviceConfig({ ...given, ...objectsIn(given.dataDir, objectLocation) });
  if (config.store === undefined)
    throw new SettingRefused(
      'vau worker needs the store of a service: --store postgres://... or VAU_STORE. With SQLite, vau serve runs the workers itself',
    );
  const log = asked ?? streamLog(process.stderr, config.logLevel, config.logFormat);
  await awaitSameStore({ ...config, store: config.store }, { log, signal });
  const registry = makeRegistry();
  const { context, close } = await openContext({ config, log, metrics: registry });
  try {
    await requireSameKey(context, { mayBeFirst: false });
    await takeOver(context);
    let states = (): readonly WorkerState[] => [];
    const startedAt = context.clock();
    const watched = { context, registry, startedAt, process: 'supervisor', workers: () => states() } as const;
    const watching = watch && (await watchWorkers(watched, watch));
    const workers = superviseWorkers({
      config,
      log,
      ffmpeg: context.ffmpeg,
      folder: context.folder.identity,
      metrics: registry,
      onDeath: (workerId, death) => context.queue.died(workerId, death),
    });
    states = () => workers.states();
    const disk = watchDisk(context);
    return {
      workers: config.workers,
      ...(watching && { watchUrl: watching.url }),
      stop: async () => {
        await Promise.all([watching?.stop(), workers.stop(), disk.stop()]);
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
