/** --resume: a journal of results, to continue an interrupted run. */
import {
  accessSync,
  appendFileSync,
  closeSync,
  constants,
  createReadStream,
  existsSync,
  fstatSync,
  openSync,
  readSync,
} from 'node:fs';
import path from 'node:path';
import { reasonOf } from '../../config/errors.ts';
import { LocalError, UsageError } from '../errors/errors.ts';
import { KeySet } from './key-set.ts';
import { linesOf } from './lines.ts';

export interface Journal {
  /** True if the journal lists the request as done. */
  has(key: string): boolean;
  /** Adds a result. */
  add(line: string): void;
}

/**
 * Opens a journal; the first result creates the file. Failed rows are retried. @param file path; undefined
 * for no journal @throws UsageError when it cannot be read or written
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
  try {
    // Before anything is sent that it could not say.
    accessSync(existsSync(file) ? file : path.dirname(path.resolve(file)), constants.W_OK);
  } catch (error) {
    throw new UsageError(`--resume: ${file} cannot be written: ${reasonOf(error)}`);
  }
  return {
    has: (key) => done.has(key),
    add(line) {
      // Ends a truncated last line, so that the next line is valid.
      try {
        appendFileSync(file, `${whole ? '' : '\n'}${line}\n`, { mode: 0o600 });
      } catch (error) {
        throw new LocalError(`Cannot write ${file}: ${reasonOf(error)}`);
      }
      whole = true;
    },
  };
}

/** Whether the last line ends with a newline. */
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

/** The key of a successful result; empty for any other line. */
function keyOfDone(line: string): string {
  try {
    const { key, ok } = JSON.parse(line) as { key?: unknown; ok?: unknown };
    return ok === true && typeof key === 'string' ? key : '';
  } catch {
    return '';
  }
}
