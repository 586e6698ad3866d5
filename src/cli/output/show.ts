/** Prints the result of a command in the requested format. */
import { isRecord } from '../../contract/record.ts';
import { LocalError } from '../errors/errors.ts';
import { at, type Column, type Format, formatOf, withAt } from '../model/columns.ts';
import type { Session } from '../model/session.ts';
import { clean } from '../terminal/clean.ts';
import type { Io } from '../terminal/io.ts';
import { linesOf, textWidth } from '../terminal/text-width.ts';
import { fieldColumns, fieldsIn, missingFields, pick } from './fields.ts';
import { formatValue } from './format.ts';
import { jsonText } from './json.ts';
import type { KnownFields } from './known-fields.ts';
import { rowWriter, safe } from './rows.ts';

// Shows one resource, a field per line.

type Line = readonly [name: string, value: unknown, format: Format];

/** Names are padded to the longest one, up to this many characters. A longer path is cut at its start. */
const mostWide = 100;
const longestPath = 1000;

/** Every field with its value, nested ones by their dotted path; empty fields are omitted. */
function detail(io: Io, thing: unknown): string {
  const reader = io.terminal.out ? 'person' : 'program';
  const lines: Line[] = [];
  let width = 0;
  eachField(thing, '', (path, value) => {
    if (value === undefined || value === null) return;
    const name = clean(path);
    width = Math.max(width, Math.min(mostWide, name.length));
    lines.push([name, value, formatOf(path, value)]);
  });
  let text = '';
  for (const [name, value, format] of lines) {
    const label = io.paint('out', 'bold', name.padEnd(width));
    text += `${label}  ${fitted(io, formatValue(value, format, reader), width + 2)}`.trimEnd();
    text += '\n';
  }
  return text;
}

/** Least room for values beside their names: in less, the terminal breaks them as it likes. */
const leastRoom = 20;

/** On a terminal, a value in lines of whole words, each below the first one. @param indent columns before it */
function fitted({ columns }: Io, text: string, indent: number): string {
  const room = (columns ?? 0) - indent;
  if (room < leastRoom || textWidth(text) <= room) return text;
  // What can be copied stays whole: an address or a token that the terminal breaks is one line there.
  if (text.split(' ').some((word) => textWidth(word) > room)) return text;
  return linesOf(text, room).join(`\n${' '.repeat(indent)}`);
}

/** Calls `visit` with each value without fields of its own, and its path. */
function eachField(value: unknown, path: string, visit: (path: string, value: unknown) => void): void {
  if (!isBranch(value)) visit(path, value);
  else if (Array.isArray(value))
    for (const [index, item] of value.entries()) eachField(item, short(`${path}[${index}]`), visit);
  else
    for (const [name, item] of Object.entries(value))
      eachField(item, short(path ? `${path}.${name}` : name), visit);
}

const short = (path: string): string => (path.length > longestPath ? `…${path.slice(-longestPath)}` : path);

/** True for a value with fields of its own; a list of plain values stays on one line. */
function isBranch(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return !Array.isArray(value) || value.some((item) => typeof item === 'object' && item !== null);
}

// What surrounds the rows of a page, and how to get the next page.

/** The page of a list: its fields, beside the rows. */
interface Page {
  readonly total?: number;
  readonly offset?: number;
  readonly next_cursor?: string;
}

/** Fields that a page has beside its rows. */
const around = new Set(['object', 'total', 'limit', 'offset', 'next_cursor']);

/** The value as the page of a list; undefined if it has more to say than its rows at `path`. */
function pageOf(value: unknown, path: string): Page | undefined {
  if (at(value, 'object') === 'list') return value as Page;
  if (!isRecord(value) || at(value, 'total') === undefined) return undefined;
  return Object.keys(value).every((name) => name === path || around.has(name)) ? value : undefined;
}

/** Notes on standard error that there are more pages. @param shown number of rows of this one */
function noteMore(session: Session, { total, offset = 0, next_cursor: cursor }: Page, shown: number): void {
  if (cursor !== undefined) {
    const of = total === undefined ? '' : ` of ${total}`;
    session.note(`${shown}${of}. Next page: --cursor ${cursor}; all: --all`);
    return;
  }
  const next = offset + shown;
  if (total !== undefined && shown > 0 && next < total)
    session.note(`${offset + 1} to ${next} of ${total}. Next page: --offset ${next}; all: --all`);
}

/** The result and how to show it. */
export interface Showing {
  /** The API object, unchanged. */
  readonly value: unknown;
  readonly columns?: readonly Column[] | undefined;
  /** Possible paths of the rows in the value; default `data`. */
  readonly rows?: readonly string[] | undefined;
  /** What to say on standard error if a list has no rows; default `No results.`; '' if something else says it. */
  readonly none?: string | undefined;
  /** Text for people, instead of the value. */
  readonly text?: string | undefined;
  /** JSON without line breaks. */
  readonly dense?: boolean | undefined;
  /** The fields that the API defines; --fields refuses any other. */
  readonly known?: KnownFields | undefined;
}

/** Whether a result is shown as one value, not as rows. */
export const isWhole = ({ output, flags }: Session): boolean =>
  output === 'json' || output === 'yaml' || flags.query !== undefined;

/** Prints JSON and YAML as one value; ndjson, CSV and TSV with one row per item; else a table or text. */
export async function show(session: Session, showing: Showing): Promise<void> {
  if (showing.value === undefined && showing.text === undefined) return;
  const shaped = await shape(session, showing);
  const { value, columns } = shaped;
  const { io, output } = session;
  if (output === 'table') return showReadable(session, shaped);
  if (value === undefined) return;
  if (output === 'json') return io.out(`${jsonText(io, value, showing.dense ? 0 : 2)}\n`);
  if (output === 'yaml') {
    refuseLong(value);
    const { stringify } = await import('yaml');
    return io.out(safe(session, stringify(value, { lineWidth: 0 })));
  }
  // A query without a match has no row.
  if (value === null && output !== 'ndjson') return;
  const found = rowsIn(shaped);
  const single = session.flags.query === undefined || output === 'ndjson' ? value : alone(value);
  const { write } = rowWriter(session, output, found ? columns : ownColumns(session, columns));
  await write(found?.rows ?? [single]);
  const page = found && pageOf(value, found.path);
  if (page) noteMore(session, page, found.rows.length);
}

/** The value of an object that has no other, such as what {count: total} selects; it needs no header. */
function alone(value: unknown): unknown {
  const [only, ...others] = isRecord(value) ? Object.values(value) : [value, value];
  return others.length === 0 && !isRecord(only) ? only : value;
}

/** Maximum number of values in YAML: each takes some hundred bytes of memory while it is written. */
const mostYaml = 300_000;

function refuseLong(value: unknown): void {
  let left = mostYaml;
  const isLong = (inside: unknown): boolean => {
    left -= 1;
    return left < 0 || (typeof inside === 'object' && inside !== null && Object.values(inside).some(isLong));
  };
  if (isLong(value))
    throw new LocalError(`The result has more than ${mostYaml} values, too many for YAML`, {
      hint: 'Use JSON instead: -o json.',
    });
}

/** A list's columns do not fit a single resource; those of --fields do. */
const ownColumns = ({ flags }: Session, columns: readonly Column[] | undefined) =>
  flags.fields === undefined ? undefined : columns;

/** Applies --query and --fields. */
async function shape(session: Session, showing: Showing): Promise<Showing> {
  const { query, fields } = session.flags;
  let shaped = showing;
  if (query !== undefined && showing.value !== undefined) {
    const { applyQuery } = await import('./query.ts');
    shaped = { value: applyQuery(showing.value, query) };
    // A script may ask for a field that is null; a person has more likely mistaken the name of one.
    if (shaped.value === null && session.io.terminal.err) session.note(nothingIn(showing.value));
  }
  if (fields === undefined || shaped.value === undefined) return shaped;
  return withFields(session, shaped, fieldsIn(fields));
}

/** What to say when --query finds nothing: the names that the expression could begin with. */
function nothingIn(value: unknown): string {
  const names =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
  const more = names.length > 0 ? ` The result has: ${names.join(', ')}.` : '';
  return `--query found nothing.${more}`;
}

/**
 * --fields reduces the rows of a list and keeps the rest of the list; otherwise it reduces the resource
 * itself. Plain values have no fields, and are shown as they are.
 */
function withFields(session: Session, showing: Showing, fields: readonly string[]): Showing {
  const found = rowsIn(showing);
  const things = found?.rows ?? [showing.value];
  if (things.length > 0 && things.every((thing) => typeof thing !== 'object')) {
    session.note('--fields was ignored: the result has plain values, which have no fields.');
    return showing;
  }
  const known = showing.known && { fields: showing.known, path: found?.path ?? '' };
  const missing = missingFields(fields, things, known);
  if (missing) session.note(missing);
  const value = found
    ? withAt(
        showing.value,
        found.path,
        found.rows.map((row) => pick(row, fields)),
      )
    : pick(showing.value, fields);
  return { value, columns: fieldColumns(fields, showing.columns), rows: showing.rows, none: showing.none };
}

async function showReadable(session: Session, showing: Showing): Promise<void> {
  const { io } = session;
  const { value, columns, text } = showing;
  if (text !== undefined) return io.out(lineEnded(text));
  if (typeof value !== 'object' || value === null)
    return io.out(value === null ? '' : lineEnded(safe(session, String(value))));
  const found = rowsIn(showing);
  if (!found || !(columns ?? Array.isArray(value))) return io.out(detail(io, value));
  const { rows, path } = found;
  const page = pageOf(value, path);
  if (rows.length === 0 && page && showing.none !== '') session.note(showing.none ?? 'No results.');
  if (!Array.isArray(value) && !page) {
    const rest = detail(io, without(value, path));
    io.out(rest && rows.length > 0 ? `${rest}\n` : rest);
  }
  const { write, end } = rowWriter(session, 'table', columns);
  await write(rows);
  end();
  if (page) noteMore(session, page, rows.length);
}

/** The rows and their path; services differ in the path. */
function rowsIn({ value, rows = ['data'] }: Showing): { rows: readonly unknown[]; path: string } | undefined {
  if (Array.isArray(value)) return { rows: value, path: '' };
  for (const path of rows) {
    const found = at(value, path);
    if (Array.isArray(found)) return { rows: found, path };
  }
  return undefined;
}

/** A copy without the value at the path. */
function without(value: unknown, path: string): unknown {
  const [head = '', ...rest] = path.split('.');
  if (typeof value !== 'object' || value === null) return value;
  const { [head]: inside, ...others } = value as Record<string, unknown>;
  return rest.length > 0 && inside !== undefined
    ? { ...others, [head]: without(inside, rest.join('.')) }
    : others;
}

const lineEnded = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);
