/**
 * Writes rows as CSV (RFC 4180) or TSV (backslash escapes). Values are exact, as the API sends them, but for texts in
 * CSV that a spreadsheet would run as a formula. Not
 * csv-stringify: it adds 11 kB for the one line that quotes a cell, and cannot write TSV with escapes.
 */

import { writeJson } from '../../client/json/json.ts';
import { isRecord } from '../../contract/record.ts';
import { LocalError } from '../errors/errors.ts';
import { at, type Column, cellOf, exactName } from '../model/columns.ts';

export type Delimited = 'csv' | 'tsv';

/** The header line. */
export const headerLine = (columns: readonly Column[], form: Delimited): string =>
  lineOf(
    columns.map((column) => inert(exactName(column), form)),
    form,
  );

/** One row as a line. */
export const rowLine = (row: unknown, columns: readonly Column[], form: Delimited): string =>
  lineOf(
    columns.map((column) => {
      const value = cellOf(row, column);
      return typeof value === 'string' ? inert(value, form) : textOf(value);
    }),
    form,
  );

function lineOf(cells: readonly string[], form: Delimited): string {
  return form === 'csv' ? `${cells.map(quoted).join(',')}\r\n` : `${cells.map(escaped).join('\t')}\n`;
}

/**
 * Puts an apostrophe before a text of a CSV that a spreadsheet would take for a formula: a title may come from anybody,
 * and a formula can send what is in the sheet elsewhere. Numbers are no formulas.
 */
function inert(text: string, form: Delimited): string {
  return form === 'csv' && /^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? writeJson(value) : String(value);
}

const quoted = (cell: string): string =>
  /[",\r\n]/.test(cell) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell;

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

const escaped = (cell: string): string =>
  cell.replace(/[\\\t\n\r]/g, (character) => escapes[character] ?? '');

/** True for a row without names: a single value, or a list of values. */
export const isNameless = (row: unknown): boolean =>
  typeof row !== 'object' || row === null || Array.isArray(row);

/** Maximum number of columns derived from rows. */
const mostColumns = 1000;

function refuseMany(columns: number): void {
  if (columns > mostColumns)
    throw new LocalError(`The result would have more than ${mostColumns} columns`, {
      hint: 'Choose fields with --fields, or use JSON: -o json.',
    });
}

/** One column per position in rows without names; a single value goes into the first. */
export function placesIn(rows: readonly unknown[]): Column[] {
  const longest = rows.reduce<number>((most, row) => Math.max(most, Array.isArray(row) ? row.length : 1), 1);
  refuseMany(longest);
  return Array.from({ length: longest }, (_, place) => ({
    header: '',
    value: (row) => (Array.isArray(row) ? row[place] : place === 0 ? row : undefined),
  }));
}

/** One column per value in the rows, nested ones by their dotted path; lists stay whole. */
export function columnsIn(rows: readonly unknown[]): Column[] {
  const paths = new Set<string>();
  for (const row of rows) {
    for (const path of leaves(row, '')) paths.add(path);
    refuseMany(paths.size);
  }
  return [...paths].map((path) =>
    path === '' ? { header: 'value', value: (row) => row } : { header: path, value: (row) => at(row, path) },
  );
}

function* leaves(value: unknown, path: string): Generator<string> {
  if (!isRecord(value)) yield path;
  else
    for (const [name, inner] of Object.entries(value)) yield* leaves(inner, path ? `${path}.${name}` : name);
}
