/** The formats of an export. */

import { constants, copyFile } from 'node:fs/promises';
import { readRows } from '../read-rows.ts';
import type { TableName } from '../tables.ts';
import type { FilmFormat } from './films.ts';

/** One file per table. */
export const tableFormats = ['ndjson', 'csv', 'parquet'] as const;
export type TableFormat = (typeof tableFormats)[number];
/** One file per film. */
const filmFormats = ['srt', 'edl', 'otio'] as const satisfies readonly FilmFormat[];

export const exportFormats = [...tableFormats, ...filmFormats] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const isTableFormat = (format: ExportFormat): format is TableFormat =>
  tableFormats.some((one) => one === format);

/** The formats that have a file per table. */

/** Writes a table. @param rows path of its rows */
export async function writeTable(
  file: string,
  { name, format, rows, signal }: { name: TableName; format: TableFormat; rows: string; signal: AbortSignal },
): Promise<void> {
  // The rows are lines of JSON already. Where the file system can, the copy shares their blocks.
  if (format === 'ndjson') return copyFile(rows, file, constants.COPYFILE_FICLONE);
  if (format === 'csv') {
    const { writeCsv } = await import('./csv.ts');
    await writeCsv(file, name, readRows(rows, name, signal));
    return;
  }
  const { writeParquet } = await import('./parquet.ts');
  await writeParquet(file, name, readRows(rows, name, signal));
}
