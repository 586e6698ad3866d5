/** What `vau setup` says to people on a terminal. */
import { widthOf } from '../reading/lay-out.ts';
import { clean } from '../terminal/clean.ts';
import type { Io } from '../terminal/io.ts';
import { linesOf } from '../terminal/text-width.ts';

/** A row of `vau setup`: a modality, or below it a model that is or could be there. */
export interface SetupRow {
  /** Empty for a model. */
  readonly modality: string;
  readonly has: string;
  readonly quality: string;
  readonly languages?: string;
  readonly licence?: string;
  readonly fetch?: string;
  readonly memory?: string;
  readonly speed?: string;
  readonly command: string | null;
}

/** Each modality with what it has, then the command of each model whole, with its size, speed and name. */
export function setupText(io: Io, rows: readonly SetupRow[]): string {
  const models = rows.filter(({ modality }) => modality === '');
  const cells = (row: SetupRow) => [row.command ?? '', row.fetch ?? '', row.speed ?? ''];
  const widths = [0, 1, 2].map((at) => Math.max(0, ...models.map((row) => cells(row)[at]?.length ?? 0)));
  const blocks = rows.flatMap((row, index) => {
    if (row.modality === '')
      return below(
        io,
        cells(row).map((cell, at) => cell.padEnd(widths[at] ?? 0)),
        // Brackets mean in a table that it is not there; here each line with a command is on offer.
        row.has.replace(/^\((.*)\)$/, '$1'),
      );
    const before = index === 0 ? [] : [''];
    return [...before, ...headOf(io, row, rows[index + 1]?.modality === '')];
  });
  const last = 'Licences, languages, memory and figures of quality: vau setup --wide';
  return `${[...blocks, '', io.paint('out', 'dim', last)].join('\n')}\n`;
}

function headOf(io: Io, { modality, has, quality, command }: SetupRow, hasModels: boolean): string[] {
  const [, other] = command?.split('; or ') ?? [];
  const better = hasModels ? other : command;
  return [
    io.paint('out', 'bold', modality.replaceAll('_', ' ')),
    ...below(io, [], `has ${has}: ${quality}`),
    ...(better ? below(io, [], `${hasModels ? 'or' : 'better'}: ${better}`) : []),
  ];
}

/** Cells, and a text beside them that is broken between words. */
function below(io: Io, cells: readonly string[], text: string): string[] {
  const start = ['', ...cells].join('  ').padEnd(2) + (cells.length > 0 ? '  ' : '');
  const lines = linesOf(clean(text), Math.max(10, widthOf(io) - start.length));
  return lines.map((line, index) => (index === 0 ? start : ' '.repeat(start.length)) + line);
}
