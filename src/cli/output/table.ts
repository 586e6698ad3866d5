/** Writes rows as a table. */
import { stripVTControlCharacters } from 'node:util';
import { type Column, cellOf, exactName, type Format, formatOf } from '../model/columns.ts';
import { clean } from '../terminal/clean.ts';
import type { Io } from '../terminal/io.ts';
import { formatValue, type Reader } from './format.ts';

/** A table of rows: fitted to the width on a terminal, exact and complete elsewhere. */
export const table = (io: Io, rows: readonly unknown[], columns: readonly Column[]): Promise<string> =>
  tableText(io, columns)(rows);

/**
 * Writes table rows in batches: fitted to the width on a terminal, exact and complete elsewhere. The first
 * batch decides the columns and their widths. @param named false omits the header
 */
export function tableText(
  io: Io,
  columns: readonly Column[],
  named = true,
): (rows: readonly unknown[]) => Promise<string> {
  const reader: Reader = io.terminal.out ? 'person' : 'program';
  let layout: Layout | undefined;
  return async (rows) => {
    if (rows.length === 0) return '';
    const cells = rows.map((row) =>
      columns.map((column) => formatValue(cellOf(row, column), formatFor(row, column), reader)),
    );
    const head = named && layout === undefined;
    layout ??= layOut(columns, cells, io.columns);
    const { kept, headers } = layout;
    const body = cells.map((row) => kept.map((index) => row[index] ?? ''));
    if (io.columns === undefined) return aligned(head ? [headers, ...body] : body, layout.widths);
    return fitted(io, head ? headers : [], body, layout.widths);
  };
}

/** Without a fixed format, the field name decides how a number is written. */
const formatFor = (row: unknown, column: Column): Format =>
  column.format ?? formatOf(exactName(column), cellOf(row, column));

/** The columns to show, by their index, with headers and widths. */
interface Layout {
  readonly kept: readonly number[];
  readonly headers: readonly string[];
  readonly widths: readonly number[];
}

function layOut(columns: readonly Column[], cells: readonly string[][], width: number | undefined): Layout {
  const all = columns.map((_, index) => index);
  // A column that is empty in every row is hidden on a terminal; programs rely on it.
  const used = width === undefined ? all : all.filter((index) => cells.some((row) => row[index] !== ''));
  const header = (index: number) =>
    clean(columns[index]?.header ?? '')
      .replaceAll('_', ' ')
      .toUpperCase();
  const most = width ?? widestColumn;
  const natural = used.map((index) =>
    cells.reduce(
      (widest, row) => Math.max(widest, widthOf(row[index] ?? '', most)),
      widthOf(header(index), most),
    ),
  );
  const rigid = columns[used[0] ?? 0]?.header.endsWith('id') === true;
  const widths = width === undefined ? natural : shrink(natural, width, rigid);
  const kept = used.slice(0, widths.length);
  return { kept, headers: kept.map(header), widths };
}

/** Where nothing is cut, one very long cell must not pad every other row: wider cells overflow. */
const widestColumn = 200;

/** Columns two spaces apart, nothing cut. */
function aligned(lines: readonly (readonly string[])[], widths: readonly number[]): string {
  return lines
    .map((line) =>
      line
        .map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - widthOf(cell, widths[index] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}

async function fitted(
  io: Io,
  headers: readonly string[],
  body: readonly string[][],
  widths: readonly number[],
): Promise<string> {
  const { default: Table } = await import('cli-table3');
  const drawn = new Table({
    head: headers.map((header, index) => io.paint('out', 'bold', cut(header, widths[index] ?? 0))),
    colWidths: widths.map((column, index) => column + (index < widths.length - 1 ? 2 : 0)),
    chars: noLines,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  for (const row of body) drawn.push(row.map((cell, index) => cut(cell, widths[index] ?? 0)));
  const lines = drawn.toString().split('\n');
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

const names = ['top', 'bottom', 'left', 'right', 'mid'] as const;
const noLines = Object.fromEntries(
  [...names, ...names.flatMap((a) => names.map((b) => `${a}-${b}`)), 'middle'].map((name) => [name, '']),
);

/**
 * Fits column widths into a line, with two spaces between columns: the widest column shrinks first, to at
 * least six; then the last columns are dropped. A rigid first column keeps its width, because half an id is
 * useless.
 */
function shrink(natural: readonly number[], width: number, rigid: boolean): number[] {
  // More columns than characters can never fit.
  const widths = natural.slice(0, width);
  const excess = () => widths.reduce((sum, one) => sum + one + 2, -2) - width;
  const loose = () => widths.map((one, index) => (rigid && index === 0 ? 0 : one));
  while (widths.length > 1 && excess() > 0) {
    const widest = Math.max(...loose());
    if (widest > 6) widths[loose().indexOf(widest)] = widest - 1;
    else widths.pop();
  }
  return widths.length === 1 ? [Math.min(widths[0] ?? 0, width)] : widths;
}

function cut(text: string, width: number): string {
  if (widthOf(text, width + 1) <= width) return text;
  let kept = '';
  for (const character of text) {
    if (widthOf(kept + character, width) > width - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

/**
 * The width of a text on a terminal; East Asian wide characters and emoji count twice. @param most stop
 * counting here
 */
function widthOf(text: string, most: number): number {
  let width = 0;
  for (const character of stripVTControlCharacters(text.slice(0, 4 * most))) {
    width += isWide(character) ? 2 : isMark(character) ? 0 : 1;
    if (width >= most) return most;
  }
  return width;
}

const isWide = (character: string): boolean =>
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u.test(
    character,
  );
const isMark = (character: string): boolean => /[\p{Mn}\p{Me}\u200b-\u200d]/u.test(character);
