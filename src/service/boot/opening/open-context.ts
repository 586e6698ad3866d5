/**
 * Opens what the service works with. A configuration comes in; the folder is locked, database and objects are
 * compared, and a ServiceContext goes out. Anything that does not fit is refused before the store is changed.
 */

import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { locateFfmpeg } from '../../../media/ffmpeg/program/locate.ts';
import type { Ffmpeg } from '../../../media/types.ts';
import { makeActivities } from '../../context/activities.ts';
import { type ServiceConfig, storeOf } from '../../context/config.ts';
import type { Runtime } from '../../context/context.ts';
import { objectSettings } from '../../context/object-settings.ts';
import { settingsEnvironment } from '../../context/settings-file.ts';
import { bindLifecycle } from '../../jobs/lifecycle/bind.ts';
import type { LifecycleContext } from '../../jobs/lifecycle/lifecycle.ts';
import { ownersFrom } from '../../jobs/lifecycle/owners.ts';
import { wakeUp } from '../../jobs/worker/messages.ts';
import { type Log, silentLog } from '../../log.ts';
import { type Metrics, makeRegistry } from '../../metrics/metrics.ts';
import { openQueue } from '../../queue/open-queue.ts';
import { type FolderIdentity, type HeldFolder, holdFolder } from '../../store/data-folder.ts';
import { prepareObjects } from '../../store/objects/disk-objects.ts';
import { inPlaceObjects } from '../../store/objects/in-place/in-place-objects.ts';
import { openObjects } from '../../store/objects/open-objects.ts';
import { removeOwnTemporary } from '../../store/objects/temporary.ts';
import { openStore, type Store } from '../../store/open-store.ts';
import { getOrCreateStoreId } from '../../store/store-id.ts';
import { declarations } from '../registry/resources.ts';

export interface ContextOptions {
  readonly config: ServiceConfig;
  /** The data folder that it must be; default: the one that is there. */
  readonly folder?: FolderIdentity;
  /** Default: no log. */
  readonly log?: Log;
  /** Default: searched for; an error if none is found. */
  readonly ffmpeg?: Ffmpeg;
  /** Unix milliseconds; default: the system clock. */
  readonly clock?: () => number;
  /** Keep rows in memory and objects in the data folder; for tests with a single process. */
  readonly inMemory?: boolean;
  /** Let writes of other processes go first; for workers. */
  readonly background?: boolean;
  /** Default: they are kept and not read. */
  readonly metrics?: Metrics;
}

export interface OpenContext {
  readonly context: LifecycleContext;
  close(): Promise<void>;
}

/** Opens the context of the service or of one of its worker processes. Throws if the store or ffmpeg is missing. */
export async function openContext(options: ContextOptions): Promise<OpenContext> {
  const { config } = options;
  const folder = await holdFolder(config.dataDir, options.folder);
  const ffmpeg =
    options.ffmpeg ?? (await locateFfmpeg({ explicit: config.ffmpegPath, dataDir: config.dataDir }));
  const { metrics = makeRegistry() } = options;
  const store = await openStore(options.inMemory ? ':memory:' : storeOf(config), undefined, {
    background: options.background === true,
    onHindrance: (kind) => metrics.record('vau_store_hindrances_total', { kind }, 1),
  });
  try {
    return await contextOn(store, folder, { ...options, ffmpeg, metrics });
  } catch (error) {
    // An open connection to a server would keep the process alive.
    await store.close();
    throw error;
  }
}

async function contextOn(
  store: Store,
  folder: HeldFolder,
  options: ContextOptions & { readonly ffmpeg: Ffmpeg; readonly metrics: Metrics },
): Promise<OpenContext> {
  const { config, ffmpeg, log = silentLog, clock = Date.now, metrics } = options;
  await prepareObjects(config.dataDir);
  const runtime = machineRuntime(clock);
  const wake = wakeUp();
  if (options.background) store.listen?.(() => wake.soon());
  // The jobs of a server bear the id of their store.
  if (store.server) await getOrCreateStoreId(store.db);
  const queue = await openQueue(store, { clock, wake, ownerOf: ownersFrom(declarations) });
  const objects = inPlaceObjects(await openObjects(config.dataDir, config.objectStorage), {
    folders: config.inPlaceFolders,
    dataDir: config.dataDir,
  });
  return {
    context: {
      db: store.db,
      objects,
      queue,
      config,
      folder,
      log,
      ffmpeg,
      metrics,
      ...runtime,
      activities: makeActivities(),
      lifecycle: bindLifecycle({ queue, ...runtime }, declarations),
    },
    close: async () => {
      await store.close();
      await removeOwnTemporary(config.dataDir);
    },
  };
}

/** Ids and turns of this machine, with the system clock unless you pass another. */
export function machineRuntime(clock: () => number = Date.now): Runtime {
  return { clock, newId: randomUUID, yieldTurn: () => setImmediate() };
}

/** The bucket of --objects, with the other settings of the folder. @throws SettingRefused */
export function objectsIn(
  dataDir: string,
  location: string | undefined,
): Pick<ServiceConfig, 'objectStorage'> {
  if (location === undefined) return {};
  const objectStorage = objectSettings(settingsEnvironment(dataDir, process.env), location);
  return objectStorage ? { objectStorage } : {};
}
