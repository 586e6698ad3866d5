import { createHash } from 'node:crypto';

/** A key: the first 96 bits of a SHA-256 of a value as JSON. */
export const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 24);

// The columns of a table.

/** How a value is formatted: exact on a pipe, readable on a terminal. An `id` is short there, and can be pasted back. */
export type Format =
  | 'id'
  | 'text'
  | 'time'
  | 'bytes'
  | 'duration'
  | 'seconds'
  | 'rate'
  | 'credits'
  | 'score'
  | 'number';

export interface Column {
  readonly header: string;
  /** Dotted path into the row, or a function of it. */
  readonly value: string | ((row: unknown) => unknown);
  readonly format?: Format;
}

/** A column. @param value dotted path into the row @param header default: the last part of the path */
export const column = (value: string, format?: Format, header = value.split('.').at(-1) ?? value): Column =>
  format ? { header, value, format } : { header, value };

/** The value at a dotted path; undefined when any part is missing. */
export function at(row: unknown, path: string): unknown {
  let here = row;
  for (const part of path.split('.')) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, part)) return undefined;
    here = (here as Record<string, unknown>)[part];
  }
  return here;
}

/** A column's value in a row. */
export const cellOf = (row: unknown, { value }: Column): unknown =>
  typeof value === 'string' ? at(row, value) : value(row);

/** A column's name in CSV and TSV: its path, as the API names it. */
export const exactName = ({ header, value }: Column): string => (typeof value === 'string' ? value : header);

/** The format of a number, from its name in the API. */
export function formatOf(path: string, value: unknown): Format {
  if (typeof value !== 'number') return 'text';
  const name = path.split('.').at(-1) ?? '';
  if (/_at$/.test(name)) return 'time';
  if (name === 'bytes') return 'bytes';
  if (name === 'duration_seconds') return 'duration';
  if (name === 'bit_rate') return 'rate';
  if (/^(balance|committed|available)$/.test(name)) return 'credits';
  return 'number';
}

/** A copy of `thing` with `inside` at a path. */
export function withAt(thing: unknown, path: string, inside: unknown): unknown {
  if (path === '') return inside;
  const [head = '', ...rest] = path.split('.');
  const fields = (typeof thing === 'object' && thing !== null ? thing : {}) as Record<string, unknown>;
  return { ...fields, [head]: withAt(fields[head], rest.join('.'), inside) };
}
