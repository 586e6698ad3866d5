/**
 * The formats of an export, by name. The rows of a work folder come in; tables go out as CSV, Parquet and others,
 * films as subtitles, edit decision lists or timelines (films.ts).
 */

import { constants, copyFile } from 'node:fs/promises';
import { columnsOf, schemaVersion, type TableName } from '../../../contract/tables/tables.ts';
import { readRows } from '../read-rows.ts';
import type { FilmFormat } from './films.ts';

/** One file per table. */
const tableFormats = ['ndjson', 'csv', 'parquet'] as const;
export type TableFormat = (typeof tableFormats)[number];
/** One file per film. */
const filmFormats = ['srt', 'edl', 'otio'] as const satisfies readonly FilmFormat[];

export const exportFormats = [...tableFormats, ...filmFormats] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const isTableFormat = (format: ExportFormat): format is TableFormat =>
  tableFormats.some((one) => one === format);

/** What a table is written from. */
interface Source {
  readonly name: TableName;
  /** Path of its rows: lines of JSON. */
  readonly rows: string;
  readonly signal: AbortSignal;
}

/** How a table is written in each format. The writers are loaded when they are needed. */
const writers: Record<TableFormat, (file: string, source: Source) => Promise<void>> = {
  // Where the file system can, the copy shares the blocks of the rows.
  ndjson: (file, { rows }) => copyFile(rows, file, constants.COPYFILE_FICLONE),
  csv: async (file, { name, rows, signal }) => {
    const { writeCsv } = await import('./csv.ts');
    const names = columnsOf(name).map(([column]) => column);
    await writeCsv(file, names, readRows(rows, name, signal));
  },
  parquet: async (file, { name, rows, signal }) => {
    const { writeParquet } = await import('./parquet.ts');
    const about = { table: name, schema_version: String(schemaVersion) };
    await writeParquet(file, { columns: columnsOf(name), about }, readRows(rows, name, signal));
  },
};

/** Writes a table to a file. */
export function writeTable(
  file: string,
  { format, ...source }: Source & { format: TableFormat },
): Promise<void> {
  return writers[format](file, source);
}
