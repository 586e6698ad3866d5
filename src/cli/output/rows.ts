/** Rows on standard output, as they come. */

import type { Column } from '../model/columns.ts';
import type { Session } from '../model/session.ts';
import { cleanLines } from '../terminal/clean.ts';
import type { Io } from '../terminal/io.ts';
import { columnsIn, headerLine, isNameless, placesIn, rowLine } from './delimited.ts';
import { formatValue } from './format.ts';
import { jsonText } from './json.ts';
import { tableText } from './table.ts';

/** Writes rows, a batch at a time. */
export type RowWriter = (rows: readonly unknown[]) => Promise<void>;

/** The forms that have a row for each thing. */
export type RowForm = 'table' | 'ndjson' | 'csv' | 'tsv';

/**
 * A writer in one form.
 * @param columns what is shown of each row; where there are none, what the rows of the first batch hold
 */
export function rowWriter(
  session: Session,
  form: RowForm,
  columns: readonly Column[] | undefined,
): RowWriter {
  const { io } = session;
  if (form === 'ndjson') return async (rows) => io.out(rows.map((row) => `${jsonText(io, row)}\n`).join(''));
  if (form === 'table') {
    let lines: ReturnType<typeof tableText> | undefined;
    return async (rows) => {
      lines ??= tableLines(io, rows, columns);
      io.out(await lines(rows));
    };
  }
  let shown: Columns | undefined;
  return async (rows) => {
    const first = shown === undefined;
    shown ??= columnsOf(rows, columns);
    const { columns: known, named } = shown;
    const head = first && named && known.length > 0 ? headerLine(known, form) : '';
    io.out(safe(session, `${head}${rows.map((row) => rowLine(row, known, form)).join('')}`));
  };
}

interface Columns {
  readonly columns: readonly Column[];
  /** False for values that have no names: there is nothing to write above them. */
  readonly named: boolean;
}

/** The columns given, else what the rows hold. */
function columnsOf(rows: readonly unknown[], columns: readonly Column[] | undefined): Columns {
  if (columns) return { columns, named: true };
  if (rows.every(isNameless)) return { columns: placesIn(rows), named: false };
  return { columns: columnsIn(rows), named: true };
}

function tableLines(io: Io, rows: readonly unknown[], given: readonly Column[] | undefined) {
  const { columns, named } = columnsOf(rows, given);
  // Single values are a line each, unpadded, as scripts want the ids that --query takes out.
  if (!named && columns.length === 1) return plainLines;
  return tableText(io, columns, named);
}

const plainLines = async (rows: readonly unknown[]): Promise<string> =>
  rows.map((row) => `${formatValue(Array.isArray(row) ? row[0] : row, 'text', 'program')}\n`).join('');

/** A terminal obeys control characters; a program gets what there is. */
export const safe = ({ io }: Session, text: string): string => (io.terminal.out ? cleanLines(text) : text);
