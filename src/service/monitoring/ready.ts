import { statfs } from 'node:fs/promises';
import { setTimeout as later } from 'node:timers/promises';
import type { WaitingContext } from '../jobs/waiting.ts';
import type { Monitored } from './state.ts';

/** Why the service cannot do its work and what to do, as lines without paths and names. Empty if it can. */
export async function notReady({ context, workers }: Monitored): Promise<string[]> {
  const found = await Promise.all([
    storeProblem(context),
    diskProblem(context),
    objectsProblem(context),
    workerProblem(workers()),
  ]);
  return found.filter((problem) => problem !== undefined);
}

/** Milliseconds that the store may take for one row, and the object storage for one name. */
const STORE_MS = 3_000;

async function storeProblem({ db, log }: WaitingContext): Promise<string | undefined> {
  try {
    await inTime(db.selectFrom('accounts').select('id').limit(1).execute());
  } catch (error) {
    log.warn('the store does not answer', { error });
    return 'the database does not answer: see the service log (vau service logs)';
  }
  try {
    // Takes the lock of those that write, and gives it back.
    await inTime(db.transaction().execute(async () => undefined));
    return undefined;
  } catch (error) {
    log.warn('the store cannot be written', { error });
    return 'the database is locked, so nothing can be saved: end the program that has it open, such as a database shell or a backup';
  }
}

async function objectsProblem({ objects, log }: WaitingContext): Promise<string | undefined> {
  if (!objects.check) return undefined;
  try {
    await inTime(objects.check());
    return undefined;
  } catch (error) {
    log.warn('the object storage cannot be used', { error });
    return 'the object storage cannot be used; the service log has the reason, and vau service doctor';
  }
}

/** The answer, or an error if it takes longer than `STORE_MS`. */
async function inTime<Answer>(asked: Promise<Answer>): Promise<Answer> {
  const late = new AbortController();
  const timeout = later(STORE_MS, undefined, { signal: late.signal, ref: false }).then(() => {
    throw new Error(`no answer within ${STORE_MS / 1_000} s`);
  });
  try {
    return await Promise.race([asked, timeout]);
  } finally {
    late.abort();
    timeout.catch(() => undefined);
    asked.catch(() => undefined);
  }
}

async function diskProblem({ config, folder, log }: WaitingContext): Promise<string | undefined> {
  if (await folder.isGone())
    return 'the data folder was moved or deleted; put it back, or start the service again';
  try {
    if ((await freeBytes(config.dataDir)) >= config.minFreeBytes) return undefined;
    const megabytes = Math.ceil(config.minFreeBytes / 1024 ** 2);
    return `less than ${megabytes} MB are free on the disk of the data folder: free some space, and what waits goes on`;
  } catch (error) {
    log.warn('the data folder cannot be read', { error });
    return 'the data folder cannot be read; the service log has the reason';
  }
}

/** Free space on the disk of a folder, in bytes. @throws the system's error if it is not there */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** One worker is enough: the others are restarted meanwhile, and requests do not need them. */
function workerProblem(workers: ReturnType<Monitored['workers']>): string | undefined {
  if (workers.length === 0 || workers.some(({ running, dying }) => running && !dying)) return undefined;
  const dying = workers.find((worker) => worker.dying !== undefined);
  if (dying)
    return `the worker processes keep dying, and are restarted; the last one ${dying.dying}: see the service log (vau service logs)`;
  return 'no worker process runs: they start within seconds; if not, see the service log (vau service logs)';
}
