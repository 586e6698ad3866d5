/** Rows as a table. */
import { stripVTControlCharacters } from 'node:util';
import { type Column, cellOf, exactName, type Format, formatOf } from '../model/columns.ts';
import { clean } from '../terminal/clean.ts';
import type { Io } from '../terminal/io.ts';
import { formatValue, type Reader } from './format.ts';

/** A table of rows: fitted to the width on a terminal, every value whole and exact elsewhere. */
export const table = (io: Io, rows: readonly unknown[], columns: readonly Column[]): Promise<string> =>
  tableText(io, columns)(rows);

/**
 * Table rows as text, a batch at a time: fitted to the width on a terminal, every value whole and exact
 * elsewhere. The first batch decides which columns there are and how wide they are; later ones keep to that.
 * @param named false leaves out the line of headers
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

/** Where no format is fixed, the name of a field says what its number is. */
const formatFor = (row: unknown, column: Column): Format =>
  column.format ?? formatOf(exactName(column), cellOf(row, column));

/** The columns that are shown, by their number, with their headers and widths. */
interface Layout {
  readonly kept: readonly number[];
  readonly headers: readonly string[];
  readonly widths: readonly number[];
}

function layOut(columns: readonly Column[], cells: readonly string[][], width: number | undefined): Layout {
  const all = columns.map((_, index) => index);
  // A column that is empty in every row says nothing to a person; a program counts on it.
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

/** Where nothing is cut, one endless cell must not make every other row as long: wider ones stick out. */
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
 * Widths that fit into so many characters, two between columns: the widest gives way first, none below six; when
 * that is not enough, the last columns are left out. A rigid first column keeps its width: half an id is none.
 */
function shrink(natural: readonly number[], width: number, rigid: boolean): number[] {
  // Of more columns than there is room for, the rest need not be weighed.
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
 * Columns a text takes on a terminal; wide characters of East Asia and emoji count twice.
 * @param most where counting ends
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
