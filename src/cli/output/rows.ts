/** Writes rows to standard output as they arrive. */

import type { Column } from '../model/columns.ts';
import type { Session } from '../model/session.ts';
import { cleanLines } from '../terminal/clean.ts';
import { columnsIn, headerLine, isNameless, placesIn, rowLine } from './delimited.ts';
import { formatValue } from './format.ts';
import { jsonText } from './json.ts';
import { type TableText, tableText } from './table.ts';

/** Writes rows. */
export interface RowWriter {
  /** Writes the next rows. */
  readonly write: (rows: readonly unknown[]) => Promise<void>;
  /** To be called after the last row: says on standard error for which columns there was no room. */
  readonly end: () => void;
}

/** The formats with one row per item. */
export type RowForm = 'table' | 'ndjson' | 'csv' | 'tsv';

/** A writer for one format. @param columns the columns to show; default: the fields in the first batch */
export function rowWriter(
  session: Session,
  form: RowForm,
  columns: readonly Column[] | undefined,
): RowWriter {
  const { io } = session;
  const end = () => {};
  if (form === 'ndjson')
    return { write: async (rows) => io.out(rows.map((row) => `${jsonText(io, row)}\n`).join('')), end };
  if (form === 'table') {
    let lines: TableText | undefined;
    const write = async (rows: readonly unknown[]) => {
      lines ??= tableLines(session, rows, columns);
      io.out(await lines.text(rows));
    };
    return { write, end: () => lines?.noteHidden() };
  }
  let shown: Columns | undefined;
  const write = async (rows: readonly unknown[]) => {
    const first = shown === undefined;
    shown ??= columnsOf(rows, columns);
    const { columns: known, named } = shown;
    const head = first && named && known.length > 0 ? headerLine(known, form) : '';
    io.out(safe(session, `${head}${rows.map((row) => rowLine(row, known, form)).join('')}`));
  };
  return { write, end };
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

function tableLines(
  { io, flags }: Session,
  rows: readonly unknown[],
  given: readonly Column[] | undefined,
): TableText {
  const { columns, named } = columnsOf(rows, given);
  // Single values are one unpadded line each: scripts want the ids that --query selects.
  if (!named && columns.length === 1) return { text: plainLines, noteHidden: () => {} };
  const asked = flags.query !== undefined || flags.fields !== undefined;
  return tableText(io, columns, { named, wide: flags.wide === true, asked });
}

const plainLines = async (rows: readonly unknown[]): Promise<string> =>
  rows.map((row) => `${formatValue(Array.isArray(row) ? row[0] : row, 'text', 'program')}\n`).join('');

/** A terminal interprets control characters; a program gets the text unchanged. */
export const safe = ({ io }: Session, text: string): string => (io.terminal.out ? cleanLines(text) : text);
