/** Writes a table as CSV (RFC 4180, UTF-8). */

import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { headerLine, rowLine } from '../../output/delimited.ts';

type Row = Readonly<Record<string, unknown>>;

/** Characters that are written at once. */
const chunk = 256 * 1024;

/**
 * Writes a text for each item to a file, no faster than the disk takes them. @param first text before them
 * @returns the number of items
 */
async function writeLines<Item>(
  file: string,
  items: AsyncIterable<Item> | Iterable<Item>,
  textOf: (item: Item) => string,
  first = '',
): Promise<number> {
  let count = 0;
  async function* chunks() {
    let text = first;
    for await (const item of items) {
      text += textOf(item);
      count += 1;
      if (text.length < chunk) continue;
      yield text;
      text = '';
    }
    yield text;
  }
  await pipeline(Readable.from(chunks()), createWriteStream(file));
  return count;
}

/**
 * Writes the rows to a file, after a line with the names of the columns. A text that a spreadsheet would run as a formula
 * gets an apostrophe before it, as with -o csv. @returns the number of rows
 */
export function writeCsv(
  file: string,
  names: readonly string[],
  rows: AsyncIterable<object> | Iterable<object>,
): Promise<number> {
  const columns = names.map((name) => ({ header: name, value: (row: unknown) => (row as Row)[name] }));
  return writeLines(file, rows, (row) => rowLine(row, columns, 'csv'), headerLine(columns, 'csv'));
}
