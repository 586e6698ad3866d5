/** Reads the rows of a table from the folder of an export. */
import { createReadStream } from 'node:fs';
import { readJson } from '../../client/json/json.ts';
import { columnsOf, type RowOf, type TableName } from '../../contract/tables/tables.ts';
import { linesOf } from '../bulk/lines.ts';

/** The rows of a table, one after the other. @param file their path */
export async function* readRows<Name extends TableName>(
  file: string,
  name: Name,
  signal: AbortSignal,
): AsyncGenerator<RowOf<Name>> {
  // Nested values keep the numbers of the service as they were written.
  const parse = columnsOf(name).some(([, { type }]) => type === 'json') ? readJson : JSON.parse;
  for await (const { text } of linesOf(createReadStream(file), file, signal))
    yield parse(text) as RowOf<Name>;
}

/** What is made of one file: its row, and its rows of another table. */
export interface OneFile<Name extends TableName> {
  readonly file: RowOf<'files'>;
  readonly rows: readonly RowOf<Name>[];
}

/** Every file with its rows of a table. Both tables hold their files in the same order. */
export async function* readFiles<Name extends Exclude<TableName, 'files'>>(
  files: AsyncIterable<RowOf<'files'>>,
  table: AsyncIterator<RowOf<Name>>,
): AsyncGenerator<OneFile<Name>> {
  let next = await table.next();
  for await (const file of files) {
    const rows: RowOf<Name>[] = [];
    for (
      ;
      !next.done && (next.value as RowOf<'segments'>).file_id === file.file_id;
      next = await table.next()
    )
      rows.push(next.value);
    yield { file, rows };
  }
}
