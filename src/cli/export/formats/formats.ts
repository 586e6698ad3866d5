/**
 * The formats of tables and films, by name. Rows come in; tables go out as CSV, Parquet and others, films as subtitles, edit
 * decision lists or timelines (films.ts).
 */

import { constants, copyFile, writeFile } from 'node:fs/promises';
import { writeJson } from '../../../client/json/json.ts';
import type { FilmFormat } from './films.ts';
import type { ParquetTable } from './parquet.ts';

/** One file per table. */
export const tableFormats = ['ndjson', 'csv', 'parquet'] as const;
export type TableFormat = (typeof tableFormats)[number];
/** One file per film. */
const filmFormats = ['srt', 'edl', 'otio'] as const satisfies readonly FilmFormat[];

export const exportFormats = [...tableFormats, ...filmFormats] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const isTableFormat = (format: ExportFormat): format is TableFormat =>
  tableFormats.some((one) => one === format);

/** A table to write. */
interface Table extends ParquetTable {
  readonly rows: Iterable<object> | AsyncIterable<object>;
  /** A file that has the rows as lines of JSON already. */
  readonly lines?: string;
}

/** How a table is written in each format. The writers are loaded when they are needed. */
const writers: Record<TableFormat, (file: string, table: Table) => Promise<unknown>> = {
  // Where the file system can, the copy shares the blocks of the rows.
  ndjson: (file, { rows, lines }) =>
    lines === undefined ? writeFile(file, linesOf(rows)) : copyFile(lines, file, constants.COPYFILE_FICLONE),
  csv: async (file, { columns, rows }) => {
    const { writeCsv } = await import('./csv.ts');
    const names = columns.map(([name]) => name);
    await writeCsv(file, names, rows);
  },
  parquet: async (file, { rows, ...table }) => {
    const { writeParquet } = await import('./parquet.ts');
    await writeParquet(file, table, rows);
  },
};

async function* linesOf(rows: Table['rows']): AsyncGenerator<string> {
  for await (const row of rows) yield `${writeJson(row)}\n`;
}

/** Writes a table to a file. */
export async function writeTable(file: string, format: TableFormat, table: Table): Promise<void> {
  await writers[format](file, table);
}
