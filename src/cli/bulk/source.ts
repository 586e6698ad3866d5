/** The source of the rows of --from. */
import { createReadStream, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { absent } from '../../client/absent.ts';
import { UsageError } from '../errors/errors.ts';
import type { Io } from '../terminal/io.ts';
import { linesOf } from './lines.ts';
import { type Row, rowsOf } from './rows.ts';

export interface Source {
  /** `failed.ndjson`, `standard input`. */
  readonly name: string;
  /** True for a file: it can be read twice, to check it and then to run it. A pipe can be read once. */
  readonly again: boolean;
  /** True for standard input. */
  readonly typed: boolean;
  /** The rows from the start. Throws an AbortError when the signal is aborted. */
  rows(signal: AbortSignal): AsyncGenerator<Row>;
}

/**
 * Finds the source; opens nothing yet.
 * @param file path; - is standard input
 * @param known names that a CSV header may contain
 * @throws UsageError when the file does not exist
 */
export async function sourceOf(io: Io, file: string, known: readonly string[]): Promise<Source> {
  if (file === '-') {
    const name = 'standard input';
    const rows: Source['rows'] = (signal) => rowsOf(linesOf(io.stdin, name, signal), name, known);
    return { name, again: false, typed: true, rows };
  }
  const found = await requireFile(file);
  return {
    name: file,
    again: found.isFile(),
    typed: false,
    async *rows(signal) {
      try {
        yield* rowsOf(linesOf(createReadStream(file), file, signal), file, known);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
        throw new UsageError(`--from: ${(error as Error).message}`);
      }
    },
  };
}

/** Refuses a file that is not there, before names are looked up. @throws UsageError */
export async function requireSource(file: string): Promise<void> {
  if (file !== '-') await requireFile(file);
}

async function requireFile(file: string): Promise<Stats> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--from: ${error.code === 'ENOENT' ? absent(file) : error.message}`);
  });
  if (found.isDirectory()) throw new UsageError(`--from: ${file} is a folder; name a file`);
  return found;
}
