import { type FileHandle, open } from 'node:fs/promises';

/** Waits for the disk on behalf of many writers. */
export interface SharedSync {
  /** Resolves when everything written before this call is on the disk. Rejects if the disk fails. */
  wait(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Writers that come while the disk is at work wait for one common run after it: what they wrote may have missed the one
 * that is under way.
 * @param sync waits for the disk once
 */
export function share(sync: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const start = (): Promise<void> => {
    const run = sync().finally(() => {
      if (current === run) current = undefined;
    });
    current = run;
    return run;
  };
  return () => {
    if (!current) return start();
    next ??= current.then(noted, noted).then(() => {
      next = undefined;
      return start();
    });
    return next;
  };
}

/** For SQLite's log, which is not there before the first write. */
export function shareSync(file: string): SharedSync {
  let handle: FileHandle | undefined;
  const sync = async () => {
    handle ??= await openIfThere(file);
    await handle?.datasync();
  };
  return { wait: share(sync), close: async () => handle?.close() };
}

async function openIfThere(file: string): Promise<FileHandle | undefined> {
  try {
    return await open(file, 'r+');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The next run reports for itself. */
function noted(): void {}
