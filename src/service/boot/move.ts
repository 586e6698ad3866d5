import { ownersFrom } from '../jobs/lifecycle/owners.ts';
import { wakeUp } from '../jobs/worker/messages.ts';
import { type MovedSum, type MoveOptions, moveStore } from '../move/move-store.ts';
import {
  type Side,
  shownPlace,
  sourceFolder,
  sourceServer,
  type Target,
  targetFolder,
  targetServer,
} from '../move/sides.ts';
import { allKinds, type JobKind } from '../queue/kinds.ts';
import { leftJobs } from '../queue/left-jobs.ts';
import { sqliteQueue } from '../queue/sqlite-queue.ts';
import { FolderRefused, ownFilesOnly, prepareDataFolder } from '../store/data-folder.ts';
import { isServerAddress } from '../store/postgres/address.ts';
import { lockFolder } from './opening/lock.ts';
import { declarations } from './registry/resources.ts';

export interface MoveRequest extends Pick<MoveOptions, 'signal' | 'progress'> {
  /** The absolute path of a data folder, or postgres://...; one of the two is one, the other the other. */
  readonly from: string;
  readonly into: string;
  /** Whether to empty first what an unfinished move has left in the target. */
  readonly restart: boolean;
}

/** What a move gives: the two places without passwords, and what is in each table of both. */
export interface Moved {
  readonly from: string;
  readonly to: string;
  readonly rows: number;
  readonly tables: readonly MovedSum[];
  /** Jobs that were moved; others follow from the rows. */
  readonly jobs: number;
  /** Whether secrets of webhooks are among the rows: they need the key in the data folder. */
  readonly has_secrets: boolean;
}

/** The reconciler puts back what has a row; sweeps enqueue these again. */
const SWEPT: readonly JobKind[] = [
  'index.analyse',
  'passages.encode',
  'pictures.encode',
  'voices.name',
  'sweep.run',
];

/** Kinds of jobs that nothing but the queue knows of. */
const unknownElsewhere = allKinds.filter((kind) => declarations[kind] === undefined && !SWEPT.includes(kind));

/**
 * Moves a store between the database of a data folder and a PostgreSQL database, while no service uses either.
 * @throws MoveRefused; StoreRefused; FolderRefused; FolderInUse
 */
export async function move({ from, into, restart, ...options }: MoveRequest): Promise<Moved> {
  ownFilesOnly();
  const source = await openSource(from);
  try {
    const target = await openTarget(into, restart);
    try {
      const moved = await moveBetween(source, target, options);
      await target.finish();
      return { from: shownPlace(from), to: shownPlace(into), ...moved };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

function moveBetween(
  source: Side,
  target: Target,
  options: Pick<MoveOptions, 'signal' | 'progress'>,
): Promise<Pick<Moved, 'rows' | 'tables' | 'jobs' | 'has_secrets'>> {
  // On a server, pg-boss takes over what is in the table of jobs when a service first opens the store.
  const queue = sqliteQueue(target.db, {
    clock: Date.now,
    wake: wakeUp(),
    ownerOf: ownersFrom(declarations),
  });
  // One transaction for all of it: it reads one moment, and with SQLite nobody can write meanwhile.
  return source.db.transaction().execute(async (from) => {
    const jobs = await leftJobs(from, unknownElsewhere);
    const tables = await moveStore({
      ...{ ...options, from, into: target.db, jobs },
      enqueue: async (trx, { kind, payload }) => void (await queue.enqueue(trx, kind, payload)),
    });
    const webhook = await from.selectFrom('webhooks').select('id').limit(1).executeTakeFirst();
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    return { rows, tables, jobs: jobs.length, has_secrets: webhook !== undefined };
  });
}

async function openSource(place: string): Promise<Side> {
  if (isServerAddress(place)) return sourceServer(place);
  return locked(place, () => sourceFolder(place));
}

async function openTarget(place: string, restart: boolean): Promise<Target> {
  if (isServerAddress(place)) return targetServer(place, restart);
  await prepareDataFolder(place);
  return locked(place, () => targetFolder(place, restart));
}

/** Keeps services away from a data folder until the side is closed. */
async function locked<Opened extends Side>(dataDir: string, open: () => Promise<Opened>): Promise<Opened> {
  const unlock = await lockFolder(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new FolderRefused(`the data folder ${dataDir} does not exist`);
  });
  try {
    const side = await open();
    return {
      ...side,
      close: async () => {
        await side.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}
