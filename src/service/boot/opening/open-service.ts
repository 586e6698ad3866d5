/**
 * Binds the handlers of all resources to the operations of the contract, and opens the service without a port:
 * store, queue and HTTP application. start-service.ts adds the port and the workers.
 */

import { setFlagsFromString } from 'node:v8';
import { localAccount } from '../../accounts/accounts.ts';
import { createToken, listTokens } from '../../accounts/tokens.ts';
import { type ServiceConfig, serviceConfig } from '../../context/config.ts';
import type { App } from '../../http/access/env.ts';
import { createApp } from '../../http/app.ts';
import type { LifecycleContext } from '../../jobs/lifecycle/lifecycle.ts';
import { drain } from '../../jobs/worker/worker.ts';
import { makeRegistry, type Registry } from '../../metrics/metrics.ts';
import { monitoringRoutes } from '../../monitoring/routes.ts';
import type { WorkerState } from '../../monitoring/state.ts';
import { apiReference } from '../../pages/api.ts';
import { servicePages } from '../../pages/index.ts';
import { clipPages } from '../../resources/clips/pages.ts';
import { stopQueries } from '../../resources/queries/run.ts';
import { sharePages } from '../../resources/shares/pages/pages.ts';
import { uploadPages } from '../../resources/uploads/routes.ts';
import { boxOf, sealSecrets } from '../../resources/webhooks/secrets.ts';
import { prepareDataFolder } from '../../store/data-folder.ts';
import { claimObjects } from '../../store/store-id.ts';
import { stopRecogniser, stopSpeech } from '../../understanding/index.ts';
import { stopFaceFinder } from '../../understanding/modalities/faces/index.ts';
import { stopObjectFinder } from '../../understanding/modalities/objects/index.ts';
import { stopPictureEncoders } from '../../understanding/modalities/pictures/index.ts';
import { stopEncoders } from '../../understanding/models/embeddings/index.ts';
import { stopLanguage } from '../../understanding/models/language/local/provider.ts';
import { jobHandlers } from '../registry/job-handlers.ts';
import { handlers } from '../registry/resources.ts';
import { lockFolder } from './lock.ts';
import { type ContextOptions, openContext } from './open-context.ts';
import { requireNamedKey, requireSameKey } from './require-key.ts';
import { requireSameStore, requireStore } from './require-store.ts';

/**
 * Makes V8 spare memory and processor time in a process of the service. It collects garbage when the heap is half as large
 * again as what was in use after the last time: on a machine with much memory it waits until it is four times that, which is
 * some 80 MB more for a large store, and hardly faster. Young objects are collected by one thread, as several take more time
 * to divide such a small heap among them than they save.
 */
function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=50');
  setFlagsFromString('--no-parallel-scavenge');
}

export interface OpenOptions extends Omit<ContextOptions, 'config'> {
  readonly config: Partial<ServiceConfig> & Pick<ServiceConfig, 'dataDir'>;
  /** Issue a new token even if the local account has one, for users who lost theirs. */
  readonly newToken?: boolean;
  /** Make the key of this machine that of a shared store, because the store's is lost. */
  readonly replaceSecretsKey?: boolean;
}

/** The service without a port and without workers. */
export interface OpenService {
  /** Handles requests: `app.request('/v1/files', {headers: {authorization: 'Bearer ...'}})`. */
  readonly app: App;
  readonly context: LifecycleContext;
  /** A bearer token of the local account, if one was just created. It is not stored anywhere. */
  readonly token?: string;
  /** What the service and its workers record. */
  readonly registry: Registry;
  /** Makes /readyz and /metrics report these workers. */
  watchWorkers(states: () => readonly WorkerState[]): void;
  /** Runs queued jobs in this process until the queue is empty; returns how many runs that took. */
  drain(): Promise<number>;
  close(): Promise<void>;
}

/**
 * Opens the service on a data folder, for tests and for `startService`.
 * @throws FolderRefused if the folder is not writable; FolderInUse if another service uses it; RepairNeeded if its
 * database and objects do not belong together; MediaError if ffmpeg is missing; StoreUnavailable or StoreRefused if the
 * store cannot be opened; KeyRefused if this machine has not the key of a shared store
 */
export async function openService({
  config: given,
  newToken,
  replaceSecretsKey,
  ...rest
}: OpenOptions): Promise<OpenService> {
  keepHeapSmall();
  await prepareDataFolder(given.dataDir);
  const config = serviceConfig(given);
  const unlock = await lockFolder(config.dataDir);
  // What is open, in the order in which it is closed.
  const open: (() => unknown)[] = [unlock];
  try {
    const { store } = config;
    if (store !== undefined) await requireSameStore({ ...config, store });
    else if (!rest.inMemory) await requireStore(config);
    const registry = makeRegistry();
    const { context, close } = await openContext({ config, ...rest, metrics: registry });
    open.unshift(close);
    if (store !== undefined)
      await requireSameKey(context, { mayBeFirst: true, replace: replaceSecretsKey === true });
    else await requireNamedKey(context);
    await claimObjects(context.db, context.objects, context.clock());
    await sealSecrets(context.db, await boxOf(context));
    const token = await firstToken(context, newToken === true);
    let workers = (): readonly WorkerState[] =>
      Array.from({ length: config.workers }, () => ({ running: false }));
    const startedAt = context.clock();
    const monitoring = (app: App) =>
      monitoringRoutes(app, {
        context,
        registry,
        startedAt,
        process: 'service',
        workers: () => workers(),
      });
    return {
      app: createApp(context, handlers, [
        uploadPages,
        sharePages,
        clipPages,
        servicePages(handlers),
        apiReference,
        monitoring,
      ]),
      context,
      registry,
      watchWorkers: (states) => {
        workers = states;
      },
      ...(token === undefined ? {} : { token }),
      drain: () => drain(context, jobHandlers),
      close: async () => {
        await Promise.all(
          [
            ...[stopRecogniser, stopFaceFinder, stopObjectFinder],
            ...[stopEncoders, stopPictureEncoders, stopLanguage, stopSpeech, stopQueries],
          ].map((stop) => stop()),
        );
        for (const shut of open) await shut();
      },
    };
  } catch (error) {
    for (const shut of open) await shut();
    throw error;
  }
}

/** Creates the local account's first token on the first start. */
async function firstToken({ db, clock }: LifecycleContext, always: boolean): Promise<string | undefined> {
  const account = await localAccount(db, clock());
  const usable = (await listTokens(db, account)).some(({ revoked_at }) => revoked_at === null);
  if (usable && !always) return undefined;
  return (await createToken(db, account, 'local', clock())).token;
}
