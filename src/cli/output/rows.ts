/** Rows on standard output, as they come. */

import type { Column } from '../model/columns.ts';
import type { Session } from '../model/session.ts';
import { columnsIn, headerLine, rowLine } from './delimited.ts';
import { cleanLines, formatValue } from './format.ts';
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
  let known = columns;
  if (form === 'table') {
    let lines: ReturnType<typeof tableText> | undefined;
    return async (rows) => {
      lines ??= !columns && rows.every(isPlain) ? plainLines : tableText(io, columns ?? columnsIn(rows));
      io.out(await lines(rows));
    };
  }
  return async (rows) => {
    const head = known === columns;
    known = known === columns ? [...(columns ?? columnsIn(rows))] : known;
    const text = rows.map((row) => rowLine(row, known ?? [], form)).join('');
    io.out(safe(session, `${head && known?.length ? headerLine(known, form) : ''}${text}`));
  };
}

const isPlain = (row: unknown): boolean => typeof row !== 'object' || row === null;

/** Plain values have no name to put above them: one a line, as scripts want the ids that --query takes out. */
const plainLines = async (rows: readonly unknown[]): Promise<string> =>
  rows.map((row) => `${formatValue(row, 'text', 'program')}\n`).join('');

/** A terminal obeys control characters; a program gets what there is. */
export const safe = ({ io }: Session, text: string): string => (io.terminal.out ? cleanLines(text) : text);
