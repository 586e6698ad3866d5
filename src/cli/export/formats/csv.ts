/** Writes a table as CSV (RFC 4180, UTF-8). */
import { column } from '../../model/columns.ts';
import { headerLine, rowLine } from '../../output/delimited.ts';
import { columnsOf, type TableName } from '../tables.ts';
import { writeLines } from './write-lines.ts';

/**
 * Writes the rows to a file, after a line with the names of the columns. A text that a spreadsheet would run as a formula
 * gets an apostrophe before it, as with -o csv. @returns the number of rows
 */
export function writeCsv(file: string, name: TableName, rows: AsyncIterable<object>): Promise<number> {
  const columns = columnsOf(name).map(([path]) => column(path));
  return writeLines(file, rows, (row) => rowLine(row, columns, 'csv'), headerLine(columns, 'csv'));
}
