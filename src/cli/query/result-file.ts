/** Saves the result of a query in a file. */
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { writeJson } from '../../client/json/json.ts';
import { reasonOf } from '../../config/errors.ts';
import type { AnswerOf } from '../../contract/index.ts';
import { LocalError, UsageError } from '../errors/errors.ts';

export const resultFormats = ['csv', 'ndjson', 'parquet'] as const;
type ResultFormat = (typeof resultFormats)[number];

/** The format of a file, by its ending. @throws UsageError */
export function formatOfResult(file: string): ResultFormat {
  const ending = path.extname(file).slice(1).toLowerCase();
  const format = resultFormats.find((one) => one === ending);
  if (!format) throw new UsageError(`--out must end in .csv, .ndjson or .parquet (got ${file})`);
  return format;
}

/** @throws UsageError if the file is there and may not be replaced */
export async function checkOut(file: string, force: boolean): Promise<void> {
  if (!force && (await stat(file).catch(() => undefined)))
    throw new UsageError(`${file} is there already`, {
      hint: 'Add --force to replace it, or choose another --out.',
    });
}

type Answer = AnswerOf<'query.run'>;

/** How a result is written. The writers are loaded when they are needed. */
const writers: Record<ResultFormat, (file: string, answer: Answer) => Promise<unknown>> = {
  ndjson: (file, { data }) => writeFile(file, data.map((row) => `${writeJson(row)}\n`).join('')),
  csv: async (file, { columns, data }) => {
    const { writeCsv } = await import('../export/formats/csv.ts');
    await writeCsv(
      file,
      columns.map(({ name }) => name),
      data,
    );
  },
  parquet: async (file, { sql, columns, data }) => {
    const { writeParquet } = await import('../export/formats/parquet.ts');
    const typed = columns.map(({ name, type }) => [name, { type }] as const);
    await writeParquet(file, { columns: typed, about: { sql } }, data);
  },
};

/**
 * Writes a result; it appears when it is complete. @returns what -o json prints
 * @throws LocalError if it cannot be written, or has no columns
 */
export async function saveResult(
  answer: Answer,
  { file, format }: { readonly file: string; readonly format: ResultFormat },
): Promise<object> {
  // Another service may answer in another form.
  if (!Array.isArray(answer.columns))
    throw new LocalError('The service named no columns in its answer, so it cannot be saved', {
      hint: 'Print it instead: -o json.',
    });
  const unfinished = `${file}.${process.pid}.part`;
  try {
    await writers[format](unfinished, answer);
    const { size } = await stat(unfinished);
    await rename(unfinished, file);
    return { out: file, format, rows: answer.total, bytes: size, sql: answer.sql };
  } catch (error) {
    await rm(unfinished, { force: true });
    throw new LocalError(`--out: cannot write ${file}: ${reasonOf(error)}`);
  }
}
