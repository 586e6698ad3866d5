/** Parses the rows of --from: ndjson, CSV with a header, or one id per line. */
import { readJson } from '../../client/json/json.ts';
import { isRecord } from '../../contract/record.ts';
import { UsageError } from '../errors/errors.ts';
import { recordsOf } from './csv.ts';
import type { Line } from './lines.ts';

/** One row: its line, and its values by name. A bare id is called `id`. */
export interface Row {
  /** From 1. */
  readonly line: number;
  readonly fields: Readonly<Record<string, unknown>>;
  /** The local file that it names, to be uploaded. */
  readonly file?: string;
  /** Why the row is invalid; later rows may be valid. */
  readonly fault?: UsageError;
}

/**
 * Parses lines into rows. The format is ndjson when the first line starts with { or ", CSV when the file name
 * says so or the first line names fields, else a list of ids. @param known names that a CSV header may
 * contain @throws UsageError when the CSV cannot be parsed any further
 */
export async function* rowsOf(
  lines: AsyncGenerator<Line>,
  file: string,
  known: readonly string[],
): AsyncGenerator<Row> {
  const filled = linesWithContent(lines);
  const { value: first, done } = await filled.next();
  if (done) return;
  const form = formOf(first.text, file, known);
  // A CSV record may contain empty lines.
  const all = joined(first, form === 'csv' ? lines : filled);
  if (form === 'csv') yield* csvRows(all, file);
  else for await (const line of all) yield form === 'ndjson' ? jsonRow(line, file) : idRow(line);
}

function formOf(first: string, file: string, known: readonly string[]): 'ndjson' | 'csv' | 'ids' {
  if (file.endsWith('.csv')) return 'csv';
  if (/^\s*[{"]/.test(first)) return 'ndjson';
  const names = first.split(',').map((name) => name.trim().replace(/^"|"$/g, ''));
  return names.some((name) => name === 'id' || known.includes(name)) ? 'csv' : 'ids';
}

async function* linesWithContent(lines: AsyncGenerator<Line>): AsyncGenerator<Line> {
  // `for await` would close the iterator, and the caller still reads from it.
  for (let one = await lines.next(); !one.done; one = await lines.next())
    if (one.value.text.trim() !== '') yield one.value;
}

async function* joined(first: Line, rest: AsyncGenerator<Line>): AsyncGenerator<Line> {
  yield first;
  yield* rest;
}

const idRow = ({ number, text }: Line): Row => ({ line: number, fields: { id: text.trim() } });

function jsonRow({ number: line, text }: Line, file: string): Row {
  const fault = (why: string): Row => ({
    line,
    fields: {},
    fault: new UsageError(`--from: line ${line} of ${file} ${why}`),
  });
  let value: unknown;
  try {
    value = readJson(text);
  } catch (error) {
    return fault(`is not JSON: ${(error as Error).message}`);
  }
  if (typeof value === 'string') return { line, fields: { id: value } };
  if (isRecord(value)) return { line, fields: value as Row['fields'] };
  return fault('is neither an object nor an id');
}

/** CSV by RFC 4180; an empty cell counts as missing. */
async function* csvRows(lines: AsyncIterable<Line>, file: string): AsyncGenerator<Row> {
  let head: readonly string[] | undefined;
  for await (const { line, cells } of recordsOf(lines, file)) {
    if (!head) {
      head = cells.map((name) => name.trim());
      continue;
    }
    const named = head.map((name, index) => [name, cells[index]] as const);
    yield { line, fields: Object.fromEntries(named.filter(([, cell]) => cell !== undefined && cell !== '')) };
  }
}
