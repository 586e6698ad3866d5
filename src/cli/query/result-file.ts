/** Saves the result of a query in a file. */
import { rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { reasonOf } from '../../config/errors.ts';
import type { AnswerOf } from '../../contract/index.ts';
import { LocalError, UsageError } from '../errors/errors.ts';
import { type TableFormat, tableFormats, writeTable } from '../export/formats/formats.ts';

/** The format of a file, by its ending. @throws UsageError */
export function formatOfResult(file: string): TableFormat {
  const ending = path.extname(file).slice(1).toLowerCase();
  const format = tableFormats.find((one) => one === ending);
  if (!format) {
    const endings = new Intl.ListFormat('en-GB', { type: 'disjunction' });
    const allowed = endings.format(tableFormats.map((one) => `.${one}`));
    throw new UsageError(`--out must end in ${allowed} (got ${file})`);
  }
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

/**
 * Writes a result; it appears when it is complete. @returns what -o json prints
 * @throws LocalError if it cannot be written, or has no columns
 */
export async function saveResult(
  answer: Answer,
  { file, format }: { readonly file: string; readonly format: TableFormat },
): Promise<object> {
  // Another service may answer in another form.
  if (!Array.isArray(answer.columns))
    throw new LocalError('The service named no columns in its answer, so it cannot be saved', {
      hint: 'Print it instead: -o json.',
    });
  const unfinished = `${file}.${process.pid}.part`;
  try {
    const { sql, columns, data } = answer;
    const typed = columns.map(({ name, type }) => [name, { type }] as const);
    await writeTable(unfinished, format, { columns: typed, about: { sql }, rows: data });
    const { size } = await stat(unfinished);
    await rename(unfinished, file);
    return { out: file, format, rows: answer.total, bytes: size, sql: answer.sql };
  } catch (error) {
    await rm(unfinished, { force: true });
    throw new LocalError(`--out: cannot write ${file}: ${reasonOf(error)}`);
  }
}
