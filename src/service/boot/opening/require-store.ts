import type { ServiceConfig } from '../../context/config.ts';
import { pause } from '../../jobs/worker/pause.ts';
import type { Log } from '../../log.ts';
import { examineStore } from '../../store/examine.ts';
import { openObjects } from '../../store/objects/open-objects.ts';
import { StoreRefused } from '../../store/sql/errors.ts';
import { readMarker } from '../../store/store-id.ts';
import { objectFolders } from '../registry/sweeps.ts';

/**
 * The database and the objects of a data folder do not belong together, or one of them is lost; the message says which.
 */
class RepairNeeded extends Error {
  override readonly name = 'RepairNeeded';
}

/** Names of the folders in the object storage. */
export const folderNames: readonly string[] = objectFolders.map(({ folder }) => folder);

/**
 * Checks, before anything is written, that the database of a data folder belongs to its objects. An empty or foreign
 * database would treat all of them as leftovers.
 * @throws RepairNeeded; StorageFault if the object storage cannot be read
 */
export async function requireStore({
  dataDir,
  objectStorage,
}: Pick<ServiceConfig, 'dataDir' | 'objectStorage'>): Promise<void> {
  const objects = await openObjects(dataDir, objectStorage);
  const { fault } = await examineStore(dataDir, folderNames, objects);
  if (fault !== undefined) throw new RepairNeeded(`${fault} Nothing was changed.`);
}

type ServerConfig = Pick<ServiceConfig, 'dataDir' | 'objectStorage'> & { readonly store: string };

const STRANGERS =
  'The objects do not belong to the database that --store names. Nothing was changed. Name the object storage of this ' +
  'database with --objects, or its data folder; for a new database, an empty one.';

/**
 * The same for a store on a server, before its tables are made or changed: objects that belong to another database would all be
 * leftovers, and without its objects a database has lost every file. Both may be new.
 * @throws RepairNeeded; StoreRefused if the database cannot be used; StorageFault
 */
export async function requireSameStore(config: ServerConfig): Promise<void> {
  if ((await belongingOf(config)) === 'other') throw new RepairNeeded(STRANGERS);
}

/** Time between two looks at a store on which no service has started yet, and that for its first one to mark its objects, in ms. */
const [AGAIN_MS, CLAIM_MS] = [1_000, 60_000];

/**
 * The same for a worker, which changes neither: it waits until the server of the store can be reached, as where both begin at
 * the same time, and until the first service of the store has started.
 * @param signal ends the waiting @throws as `requireSameStore` does; what the signal was aborted with
 */
export async function awaitSameStore(
  config: ServerConfig,
  { log, signal }: { readonly log: Log; readonly signal: AbortSignal | undefined },
): Promise<void> {
  let claimed: number | undefined;
  const told = new Set<string>();
  for (;;) {
    const belonging = await belongingOf(config).catch(awayOrThrow);
    if (belonging === 'same') return;
    if (belonging === 'claimed') claimed ??= Date.now();
    if (belonging === 'other' || Date.now() - (claimed ?? Number.POSITIVE_INFINITY) > CLAIM_MS)
      throw new RepairNeeded(STRANGERS);
    const lacking =
      belonging instanceof Error
        ? `${belonging.message}. Waiting for it`
        : 'no service has started on the database that --store names: waiting for the first one (vau serve with the same --store)';
    if (!told.has(lacking)) log.warn(lacking);
    told.add(lacking);
    await pause(AGAIN_MS, signal);
    signal?.throwIfAborted();
  }
}

/** The error that says that a server cannot be reached now. @throws any other */
async function awayOrThrow(error: unknown): Promise<Error> {
  const { isUnreachable } = await import('../../store/postgres/errors.ts');
  if (error instanceof StoreRefused && isUnreachable(error.cause)) return error;
  throw error;
}

/**
 * How a database on a server and the objects belong together: `new`: no service has claimed either; `claimed`: the objects are not
 * marked yet, which the first service is about to do, or was interrupted at.
 */
async function belongingOf({
  store,
  dataDir,
  objectStorage,
}: ServerConfig): Promise<'same' | 'new' | 'claimed' | 'other'> {
  // Loaded here, so that a store in a file does not pay for it.
  const { lookAtServer } = await import('../../store/postgres/inspect.ts');
  // A service that starts at this moment gives the database its id first, and then marks the objects.
  const theirs = (await readMarker(await openObjects(dataDir, objectStorage)))?.store_id;
  const there = await lookAtServer(store);
  const own = there?.storeId;
  if (own === theirs) return own === undefined ? 'new' : 'same';
  return theirs === undefined && there?.hasFiles === false ? 'claimed' : 'other';
}
