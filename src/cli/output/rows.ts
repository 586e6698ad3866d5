/** Writes rows to standard output as they arrive. */

import type { Column } from '../model/columns.ts';
import type { Session } from '../model/session.ts';
import { cleanLines } from '../terminal/clean.ts';
import { columnsIn, headerLine, isNameless, placesIn, rowLine } from './delimited.ts';
import { formatValue } from './format.ts';
import { jsonText } from './json.ts';
import { tableText } from './table.ts';

/** Writes a batch of rows. */
export type RowWriter = (rows: readonly unknown[]) => Promise<void>;

/** The formats with one row per item. */
export type RowForm = 'table' | 'ndjson' | 'csv' | 'tsv';

/** A writer for one format. @param columns the columns to show; default: the fields in the first batch */
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
      lines ??= tableLines(session, rows, columns);
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
  /** False for values without names, which get no header. */
  readonly named: boolean;
}

/** The given columns, else the fields in the rows. */
function columnsOf(rows: readonly unknown[], columns: readonly Column[] | undefined): Columns {
  if (columns) return { columns, named: true };
  if (rows.every(isNameless)) return { columns: placesIn(rows), named: false };
  return { columns: columnsIn(rows), named: true };
}

function tableLines({ io, flags }: Session, rows: readonly unknown[], given: readonly Column[] | undefined) {
  const { columns, named } = columnsOf(rows, given);
  // Single values are one unpadded line each: scripts want the ids that --query selects.
  if (!named && columns.length === 1) return plainLines;
  const asked = flags.query !== undefined || flags.fields !== undefined;
  return tableText(io, columns, { named, wide: flags.wide === true, asked });
}

const plainLines = async (rows: readonly unknown[]): Promise<string> =>
  rows.map((row) => `${formatValue(Array.isArray(row) ? row[0] : row, 'text', 'program')}\n`).join('');

/** A terminal interprets control characters; a program gets the text unchanged. */
export const safe = ({ io }: Session, text: string): string => (io.terminal.out ? cleanLines(text) : text);
