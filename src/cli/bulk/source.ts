/** Where the rows of --from come from. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { UsageError } from '../errors/errors.ts';
import type { Io } from '../terminal/io.ts';
import { linesOf } from './lines.ts';
import { type Row, rowsOf } from './rows.ts';

export interface Source {
  /** `failed.ndjson`, `standard input`. */
  readonly name: string;
  /** True for a file, which can be read once to check it and once more to carry it out; a pipe runs by once. */
  readonly again: boolean;
  /** True for standard input. */
  readonly typed: boolean;
  /** The rows from the first on. Ends with an AbortError when the signal is aborted. */
  rows(signal: AbortSignal): AsyncGenerator<Row>;
}

/**
 * Opens nothing yet.
 * @param file path; - is standard input
 * @param known names a head of CSV can have
 * @throws UsageError when there is no such file
 */
export async function sourceOf(io: Io, file: string, known: readonly string[]): Promise<Source> {
  if (file === '-') {
    const name = 'standard input';
    const rows: Source['rows'] = (signal) => rowsOf(linesOf(io.stdin, name, signal), name, known);
    return { name, again: false, typed: true, rows };
  }
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--from: ${error.code === 'ENOENT' ? `there is no file ${file}` : error.message}`);
  });
  if (found.isDirectory()) throw new UsageError(`--from: ${file} is a folder`);
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
