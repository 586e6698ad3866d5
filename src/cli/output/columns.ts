/** What a table shows of a row. */

/** How a value is written: exact on a pipe, for people on a terminal. */
export type Format = 'text' | 'time' | 'bytes' | 'duration' | 'seconds' | 'number';

export interface Column {
  readonly header: string;
  /** Dotted path into the row, or a function of it. */
  readonly value: string | ((row: unknown) => unknown);
  readonly format?: Format;
}

/** A column by its header and where its value is; the header is the path's last part where none is given. */
export const column = (value: string, format?: Format, header = value.split('.').at(-1) ?? value): Column =>
  format ? { header, value, format } : { header, value };

/** What is at a dotted path; undefined when anything on the way is missing. */
export function at(row: unknown, path: string): unknown {
  let here = row;
  for (const part of path.split('.')) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = (here as Record<string, unknown>)[part];
  }
  return here;
}

/** A column's value in a row. */
export const cellOf = (row: unknown, { value }: Column): unknown =>
  typeof value === 'string' ? at(row, value) : value(row);
