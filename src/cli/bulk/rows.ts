/** The rows of --from: ndjson, CSV with a head, or an id a line. */
import { UsageError } from '../errors.ts';

/** One row: where it stands, and what it holds by name. A bare id is called `id`. */
export interface Row {
  /** From 1. */
  readonly line: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * Takes a text apart. It is ndjson when it begins with { or ", CSV when the name says so or its first line names
 * fields, else a list of ids.
 * @param known names a head of CSV can have
 * @throws UsageError that names the line at fault
 */
export function rowsOf(text: string, file: string, known: readonly string[]): Row[] {
  const content = text.replace(/^\ufeff/, '');
  if (/^\s*[{"]/.test(content) && !file.endsWith('.csv')) return ndjson(content, file);
  const [head = ''] = content.split(/\r?\n/, 1);
  const names = head.split(',').map((name) => name.trim().replace(/^"|"$/g, ''));
  const isTable = file.endsWith('.csv') || names.some((name) => name === 'id' || known.includes(name));
  return isTable ? csv(content, file) : ids(content);
}

function ndjson(text: string, file: string): Row[] {
  return numbered(text).map(({ line, text: one }) => {
    let value: unknown;
    try {
      value = JSON.parse(one);
    } catch (error) {
      throw new UsageError(`--from: line ${line} of ${file} is no JSON: ${(error as Error).message}`);
    }
    if (typeof value === 'string') return { line, fields: { id: value } };
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { line, fields: value as Row['fields'] };
    throw new UsageError(`--from: line ${line} of ${file} is neither an object nor an id`);
  });
}

const ids = (text: string): Row[] =>
  numbered(text).map(({ line, text: id }) => ({ line, fields: { id: id.trim() } }));

/** Lines that hold something. */
const numbered = (text: string) =>
  text
    .split(/\r?\n/)
    .map((one, index) => ({ line: index + 1, text: one }))
    .filter((one) => one.text.trim() !== '');

/** CSV by RFC 4180; an empty cell is one that is not there. */
function csv(text: string, file: string): Row[] {
  const [head, ...records] = recordsOf(text, file);
  return records.map(({ line, cells }) => {
    const named = (head?.cells ?? []).map((name, index) => [name.trim(), cells[index]] as const);
    return {
      line,
      fields: Object.fromEntries(named.filter(([, cell]) => cell !== undefined && cell !== '')),
    };
  });
}

interface CsvRecord {
  readonly line: number;
  readonly cells: string[];
}

function recordsOf(text: string, file: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/y;
  let [line, first, cells]: [number, number, string[]] = [1, 1, []];
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text);
    if (!found) throw new UsageError(`--from: line ${line} of ${file} has a quotation mark out of place`);
    const [, raw = '', end = ''] = found;
    cells.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw);
    line += found[0].split('\n').length - 1;
    if (end === ',') continue;
    if (cells.some((one) => one !== '')) records.push({ line: first, cells });
    [first, cells] = [line, []];
  }
  return records;
}
