/** Rows as a table, and one thing as a list of its fields. */
import { stripVTControlCharacters } from 'node:util';
import type { Io } from '../io.ts';
import { type Column, cellOf } from './columns.ts';
import { formatValue, type Reader } from './format.ts';

/** A table of rows: fitted to the width on a terminal, every value whole and exact elsewhere. */
export async function table(io: Io, rows: readonly unknown[], columns: readonly Column[]): Promise<string> {
  if (rows.length === 0) return '';
  const reader: Reader = io.terminal.out ? 'person' : 'program';
  const cells = rows.map((row) =>
    columns.map((column) => formatValue(cellOf(row, column), column.format, reader)),
  );
  // A column that is empty in every row says nothing to a person; a program counts on it.
  const kept = columns.map((_, index) => reader === 'program' || cells.some((row) => row[index] !== ''));
  const only = <T>(list: readonly T[]) => list.filter((_, index) => kept[index]);
  const headers = only(columns.map(({ header }) => header.replaceAll('_', ' ').toUpperCase()));
  const body = cells.map(only);
  if (io.columns === undefined) return aligned([headers, ...body]);
  return fitted(io, headers, body, io.columns);
}

/** Columns two spaces apart, nothing cut. */
function aligned(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, index) =>
    Math.max(...lines.map((line) => widthOf(line[index] ?? ''))),
  );
  return lines
    .map((line) =>
      line
        .map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - widthOf(cell)))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}

async function fitted(io: Io, headers: string[], body: string[][], width: number): Promise<string> {
  const { default: Table } = await import('cli-table3');
  const natural = headers.map((header, index) =>
    Math.max(widthOf(header), ...body.map((row) => widthOf(row[index] ?? ''))),
  );
  const widths = shrink(natural, width - 2 * (headers.length - 1));
  const drawn = new Table({
    head: headers.map((header) => io.paint('out', 'bold', header)),
    colWidths: widths.map((column, index) => column + (index < widths.length - 1 ? 2 : 0)),
    chars: noLines,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  drawn.push(...body.map((row) => row.map((cell, index) => cut(cell, widths[index] ?? 0))));
  const lines = drawn.toString().split('\n');
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

const names = ['top', 'bottom', 'left', 'right', 'mid'] as const;
const noLines = Object.fromEntries(
  [...names, ...names.flatMap((a) => names.map((b) => `${a}-${b}`)), 'middle'].map((name) => [name, '']),
);

/** Widths that fit: the widest column gives way first, none below six characters. */
function shrink(natural: readonly number[], room: number): number[] {
  const widths = [...natural];
  let excess = widths.reduce((sum, width) => sum + width, 0) - room;
  while (excess > 0) {
    const widest = widths.indexOf(Math.max(...widths));
    const width = widths[widest] ?? 0;
    if (width <= 6) break;
    widths[widest] = width - 1;
    excess -= 1;
  }
  return widths;
}

function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  for (const character of text) {
    if (widthOf(kept + character) > width - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

/** Columns a text takes on a terminal; wide characters of East Asia and emoji count twice. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of stripVTControlCharacters(text))
    width += isWide(character) ? 2 : isMark(character) ? 0 : 1;
  return width;
}

const isWide = (character: string): boolean =>
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u.test(
    character,
  );
const isMark = (character: string): boolean => /[\p{Mn}\p{Me}\u200b-\u200d]/u.test(character);
