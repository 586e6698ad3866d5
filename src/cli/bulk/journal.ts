/** --resume: a journal of results, so that what was broken off can go on. */
import {
  appendFileSync,
  closeSync,
  createReadStream,
  existsSync,
  fstatSync,
  openSync,
  readSync,
} from 'node:fs';
import { UsageError } from '../errors/errors.ts';
import { KeySet } from './key-set.ts';
import { linesOf } from './lines.ts';

export interface Journal {
  /** True for a request that the journal says was done. */
  has(key: string): boolean;
  /** Adds a result. */
  add(line: string): void;
}

/**
 * Opens a journal; where there is none it is made with the first result. What failed is not done: it is tried again.
 * @param file path; undefined for no journal
 * @throws UsageError when it cannot be read
 */
export async function openJournal(file: string | undefined, signal: AbortSignal): Promise<Journal> {
  if (file === undefined) return { has: () => false, add: () => {} };
  const done = new KeySet();
  let whole = true;
  if (existsSync(file)) {
    try {
      for await (const { text } of linesOf(createReadStream(file), file, signal)) done.add(keyOfDone(text));
      whole = endsWhole(file);
    } catch (error) {
      signal.throwIfAborted();
      throw new UsageError(`--resume: ${(error as Error).message}`);
    }
  }
  return {
    has: (key) => done.has(key),
    add(line) {
      // A line that was cut off in its middle gets an end, so that the next one is whole.
      appendFileSync(file, `${whole ? '' : '\n'}${line}\n`, { mode: 0o600 });
      whole = true;
    },
  };
}

/** Whether its last line has an end. */
function endsWhole(file: string): boolean {
  const handle = openSync(file, 'r');
  try {
    const { size } = fstatSync(handle);
    const last = Buffer.alloc(1);
    return size === 0 || (readSync(handle, last, 0, 1, size - 1) === 1 && last.toString() === '\n');
  } finally {
    closeSync(handle);
  }
}

/** The key of a result that went well; empty for any other line. */
function keyOfDone(line: string): string {
  try {
    const { key, ok } = JSON.parse(line) as { key?: unknown; ok?: unknown };
    return ok === true && typeof key === 'string' ? key : '';
  } catch {
    return '';
  }
}
