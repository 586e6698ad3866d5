/** --resume: a journal of results, so that what was broken off can go on. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { UsageError } from '../errors.ts';

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
export function openJournal(file: string | undefined): Journal {
  if (file === undefined) return { has: () => false, add: () => {} };
  const text = read(file);
  const done = new Set(text.split('\n').flatMap(keyOfDone));
  // A line that was cut off in its middle gets an end, so that the next one is whole.
  let before = text === '' || text.endsWith('\n') ? '' : '\n';
  return {
    has: (key) => done.has(key),
    add(line) {
      appendFileSync(file, `${before}${line}\n`, { mode: 0o600 });
      before = '';
    },
  };
}

function read(file: string): string {
  try {
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  } catch (error) {
    throw new UsageError(`--resume: ${(error as Error).message}`);
  }
}

function keyOfDone(line: string): string[] {
  try {
    const { key, ok } = JSON.parse(line) as { key?: unknown; ok?: unknown };
    return ok === true && typeof key === 'string' ? [key] : [];
  } catch {
    return [];
  }
}
