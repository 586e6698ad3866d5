/**
 * CSV records by RFC 4180, one at a time. Not csv-parse: it holds each record back until the next line
 * arrives, and a pipe that sends one line at a time would wait for it.
 */
import { UsageError } from '../errors/errors.ts';
import { type Line, longest, tooLong } from './lines.ts';

export interface CsvRecord {
  /** The line where it starts, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Joins the lines of quoted cells and splits each record into cells. Skips empty records. @throws UsageError
 * at a misplaced quotation mark: the rest cannot be parsed
 */
export async function* recordsOf(lines: AsyncIterable<Line>, file: string): AsyncGenerator<CsvRecord> {
  let record: { line: number; parts: string[]; length: number; open: boolean } | undefined;
  for await (const { number, text } of lines) {
    record ??= { line: number, parts: [], length: 0, open: false };
    record.parts.push(text);
    record.length += text.length;
    if (record.length > longest) throw tooLong(file, record.line);
    // A quotation mark inside a cell is doubled, so a complete record has an even number of them.
    if (marksIn(text) % 2 === 1) record.open = !record.open;
    if (record.open) continue;
    const cells = cellsOf(record.parts.join('\n'), record.line, file);
    if (cells.some((cell) => cell !== '')) yield { line: record.line, cells };
    record = undefined;
  }
  if (record) throw outOfPlace(record.line, file);
}

const marksIn = (text: string): number => text.split('"').length - 1;

function cellsOf(record: string, line: number, file: string): string[] {
  const cells: string[] = [];
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?$)/y;
  for (;;) {
    const found = cell.exec(record);
    if (!found) throw outOfPlace(line, file);
    const [, raw = '', end = ''] = found;
    cells.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw);
    if (end !== ',') return cells;
  }
}

const outOfPlace = (line: number, file: string): UsageError =>
  new UsageError(`--from: line ${line} of ${file} has a misplaced quotation mark`);
