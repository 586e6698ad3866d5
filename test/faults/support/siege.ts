import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect } from 'vitest';
import { openStore, type Store } from '../../../src/service/store/open-store.ts';
import { emptyHome, type Home } from '../../support/vau.ts';
import { type Caller, callerOf } from './caller.ts';
import { type Killable, serve } from './killable.ts';
import { isRunning } from './watch.ts';

/** A data folder on which one service after another is killed. */
export interface Siege {
  readonly home: Home;
  readonly store: Store;
  readonly call: Caller;
  /** Starts a service. @param onLine called with each line of its log @param env more environment variables */
  start(onLine?: (line: string) => void, env?: Record<string, string>): Promise<void>;
  /** Kills the service, and its workers too if asked; returns their process ids. */
  kill(workersToo: boolean): Promise<readonly number[]>;
}

/** Opens one for the tests of a file; it is removed after them. */
export async function openSiege(): Promise<Siege> {
  const home = await emptyHome();
  const store = await openStore(home.dataFolder);
  let service: Killable | undefined;
  afterAll(async () => {
    service?.process.kill('SIGKILL');
    await store.close();
    await home.remove();
  });
  return {
    home,
    store,
    call: await callerOf(store, () => service?.url),
    async start(onLine, env) {
      service = await serve(home, onLine, env);
    },
    async kill(workersToo) {
      const workers = service?.workers() ?? [];
      const gone = service && once(service.process, 'exit');
      service?.process.kill('SIGKILL');
      if (workersToo) for (const pid of workers) process.kill(pid, 'SIGKILL');
      await gone;
      return workers;
    },
  };
}

/** Whether none of these processes runs. */
export const haveEnded = (pids: readonly number[]): boolean => pids.every((pid) => !isRunning(pid));

/** How many rows of these tables, and how many jobs, are unfinished. */
export async function unfinished(
  { db }: Store,
  tables: readonly (
    | 'files'
    | 'collection_files'
    | 'segmentations'
    | 'extractions'
    | 'frame_extractions'
    | 'face_detections'
  )[],
): Promise<number> {
  const counts = await Promise.all([
    ...tables.map((table) =>
      db
        .selectFrom(table as 'files')
        .select('status')
        .where('status', 'in', ['pending', 'processing'])
        .execute(),
    ),
    db.selectFrom('jobs').select('id').execute(),
  ]);
  return counts.flat().length;
}

/** No object without its row, and no temporary file of a process that has ended. */
export async function expectNothingLeft({ home, store }: Siege, files: readonly string[]): Promise<void> {
  const objects = path.join(home.dataFolder, 'objects');
  expect((await readdir(path.join(objects, 'files'))).sort()).toEqual([...files].sort());
  const segmentations = await store.db.selectFrom('segmentations').select('id').execute();
  const known = new Set(segmentations.map((row) => row.id));
  const folders = await readdir(path.join(objects, 'segmentations')).catch(() => []);
  expect(folders.filter((id) => !known.has(id))).toEqual([]);
  const living = (name: string) => isRunning(Number(name.split('-')[0]));
  expect((await readdir(path.join(home.dataFolder, 'tmp'))).filter((name) => !living(name))).toEqual([]);
}

/** Each row has ended: completed, or failed for a reason. */
export function expectEnded(rows: readonly { status: string; error: string | null }[]): void {
  for (const { status, error } of rows)
    expect(status === 'completed' || (status === 'failed' && (error ?? '').length > 10)).toBe(true);
}
