/** Writes rows as a table. */
import { type Column, cellOf, exactName, type Format, formatOf } from '../model/columns.ts';
import type { Io } from '../terminal/io.ts';
import { messageText } from '../terminal/message.ts';
import { linesOf, textWidth } from '../terminal/text-width.ts';
import { formatValue, type Reader, shortId } from './format.ts';
import { type Layout, layOut, widthUpTo } from './table-layout.ts';

/** A table of rows: fitted to the width on a terminal, exact and complete elsewhere. */
export const table = (io: Io, rows: readonly unknown[], columns: readonly Column[]): Promise<string> =>
  tableText(io, columns)(rows);

export interface TableOptions {
  /** False omits the header. */
  readonly named?: boolean;
  /** True shows every column and whole ids on a terminal too, and cuts nothing. */
  readonly wide?: boolean;
}

/**
 * Writes table rows in batches: fitted to the width on a terminal, exact and complete elsewhere. The first batch decides
 * the columns and their widths. Columns for which there is no room are named on standard error.
 */
export function tableText(
  io: Io,
  columns: readonly Column[],
  { named = true, wide = false }: TableOptions = {},
): (rows: readonly unknown[]) => Promise<string> {
  const reader: Reader = io.terminal.out ? 'person' : 'program';
  let layout: Layout | undefined;
  return async (rows) => {
    if (rows.length === 0) return '';
    const cells = rows.map((row) =>
      columns.map((column) => formatValue(cellOf(row, column), formatFor(row, column, wide), reader)),
    );
    const head = named && layout === undefined;
    layout ??= layOut(columns, cells, wide ? undefined : io.columns);
    const { kept, headers, widths, shortened } = layout;
    const shown = (row: readonly string[], index: number, place: number) =>
      shortened[place] ? shortId(row[index] ?? '') : (row[index] ?? '');
    const body = cells.map((row) => kept.map((index, place) => shown(row, index, place)));
    if (io.columns === undefined || wide) return aligned(io, head ? headers : undefined, body, widths);
    if (head) noteHidden(io, layout.hidden);
    return fitted(io, head ? headers : [], body, layout);
  };
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

async function fitted(
  io: Io,
  headers: readonly string[],
  body: readonly (readonly string[])[],
  { widths, wrapped }: Layout,
): Promise<string> {
  const { default: Table } = await import('cli-table3');
  const drawn = new Table({
    head: headers.map((header, index) => io.paint('out', 'bold', cut(header, widths[index] ?? 0))),
    colWidths: widths.map((column, index) => column + (index < widths.length - 1 ? 2 : 0)),
    chars: noLines,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  const shown = (cell: string, index: number) => {
    const width = widths[index] ?? 0;
    return wrapped[index] ? linesOf(cell, width).join('\n') : cut(cell, width);
  };
  for (const row of body) drawn.push(row.map(shown));
  const lines = drawn.toString().split('\n');
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
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
