/** Writes rows as a table. */
import { type Column, cellOf, exactName, type Format, formatOf } from '../model/columns.ts';
import type { Io } from '../terminal/io.ts';
import { messageText } from '../terminal/message.ts';
import { linesOf, textWidth } from '../terminal/text-width.ts';
import { formatValue, type Reader, shortId } from './format.ts';
import { type Layout, layOut, widthUpTo } from './table-layout.ts';

/** A table of rows: fitted to the width on a terminal, exact and complete elsewhere. */
export async function table(io: Io, rows: readonly unknown[], columns: readonly Column[]): Promise<string> {
  const { text, noteHidden } = tableText(io, columns);
  const shown = await text(rows);
  noteHidden();
  return shown;
}

/** A table in batches. */
export interface TableText {
  /** The text of the next rows. */
  readonly text: (rows: readonly unknown[]) => Promise<string>;
  /** Names the columns for which there was no room on standard error; to be called once, after the last row. */
  readonly noteHidden: () => void;
}

export interface TableOptions {
  /** False omits the header. */
  readonly named?: boolean;
  /** True shows every column and whole ids on a terminal too, and cuts nothing. */
  readonly wide?: boolean;
  /** True if the user named the columns: one without values is shown too. */
  readonly asked?: boolean;
}

/**
 * Writes table rows in batches: fitted to the width on a terminal, exact and complete elsewhere. The first batch decides
 * the columns and their widths.
 */
export function tableText(
  io: Io,
  columns: readonly Column[],
  { named = true, wide = false, asked = false }: TableOptions = {},
): TableText {
  const reader: Reader = io.terminal.out ? 'person' : 'program';
  let layout: Layout | undefined;
  const text = async (rows: readonly unknown[]) => {
    if (rows.length === 0) return '';
    const cells = rows.map((row) =>
      columns.map((column) => formatValue(cellOf(row, column), formatFor(row, column, wide), reader)),
    );
    const head = named && layout === undefined;
    layout ??= layOut({ columns, cells, asked }, wide ? undefined : io.columns);
    const { kept, headers, widths, shortened } = layout;
    const shown = (row: readonly string[], index: number, place: number) =>
      shortened[place] ? shortId(row[index] ?? '') : (row[index] ?? '');
    const body = cells.map((row) => kept.map((index, place) => shown(row, index, place)));
    if (io.columns === undefined || wide) return aligned(io, head ? headers : undefined, body, widths);
    return withLinks(io, await fitted(io, head ? headers : [], body, layout), cells, layout);
  };
  return { text, noteHidden: () => noteHidden(io, layout?.hidden ?? []) };
}

/** Without a fixed format, the field name decides how a number is written. */
function formatFor(row: unknown, column: Column, wide: boolean): Format {
  if (wide && column.format === 'id') return 'text';
  return column.format ?? formatOf(exactName(column), cellOf(row, column));
}

function noteHidden(io: Io, hidden: readonly string[]): void {
  if (hidden.length === 0) return;
  const names = hidden.map((header) => header.toLowerCase()).join(', ');
  const text = messageText(io, `No room for ${names}: --wide shows every column`);
  io.err(`${io.paint('err', 'dim', text)}\n`);
}

/** Columns two spaces apart, nothing cut. */
function aligned(
  io: Io,
  headers: readonly string[] | undefined,
  body: readonly (readonly string[])[],
  widths: readonly number[],
): string {
  const line = (cells: readonly string[], paint = (text: string) => text) =>
    `${cells
      .map((cell, index) => {
        const width = widths[index] ?? 0;
        return paint(cell) + ' '.repeat(width - widthUpTo(cell, width));
      })
      .join('  ')
      .trimEnd()}\n`;
  const head = headers ? [line(headers, (text) => io.paint('out', 'bold', text))] : [];
  return [...head, ...body.map((cells) => line(cells))].join('');
}

/** The lines of each row, the header's first. */
async function fitted(
  io: Io,
  headers: readonly string[],
  body: readonly (readonly string[])[],
  { widths, wrapped, links }: Layout,
): Promise<readonly string[][]> {
  const { default: Table } = await import('cli-table3');
  // An address is never cut: a longer one than the first rows have overflows.
  const room = widths.map((width, place) =>
    links[place] ? body.reduce((most, row) => Math.max(most, textWidth(row[place] ?? '')), width) : width,
  );
  const drawn = new Table({
    head: headers.map((header, index) => io.paint('out', 'bold', cut(header, room[index] ?? 0))),
    colWidths: room.map((column, index) => column + (index < room.length - 1 ? 2 : 0)),
    chars: noLines,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  const shown = (cell: string, index: number) => {
    const width = room[index] ?? 0;
    return wrapped[index] ? linesOf(cell, width) : [cut(cell, width)];
  };
  const rows = body.map((row) => row.map(shown));
  for (const row of rows) drawn.push(row.map((lines) => lines.join('\n')));
  const lines = drawn.toString().split('\n');
  const heights = [...(headers.length > 0 ? [1] : []), ...rows.map(heightOf)];
  return heights.map((height) => lines.splice(0, height).map((line) => line.trimEnd()));
}

const heightOf = (row: readonly (readonly string[])[]): number =>
  Math.max(1, ...row.map(({ length }) => length));

/** Adds the addresses for which the row has no room, each on a line of its own. */
function withLinks(
  io: Io,
  drawn: readonly string[][],
  cells: readonly (readonly string[])[],
  { below }: Layout,
): string {
  const headed = drawn.length - cells.length;
  return drawn
    .flatMap((lines, place) => {
      const row = cells[place - headed];
      const links = below.flatMap(({ index, header }) => {
        const link = row?.[index] ?? '';
        return link === '' ? [] : [`  ${io.paint('out', 'dim', header.toLowerCase())}  ${link}`];
      });
      return [...lines, ...links];
    })
    .map((line) => `${line}\n`)
    .join('');
}

const names = ['top', 'bottom', 'left', 'right', 'mid'] as const;
const noLines = Object.fromEntries(
  [...names, ...names.flatMap((a) => names.map((b) => `${a}-${b}`)), 'middle'].map((name) => [name, '']),
);

function cut(text: string, width: number): string {
  if (widthUpTo(text, width + 1) <= width) return text;
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(text.slice(0, 4 * width))) {
    if (textWidth(kept + segment) > width - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}
