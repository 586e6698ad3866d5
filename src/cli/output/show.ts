/** The result of a command on standard output, in the form that was asked for. */

import { LocalError } from '../errors/errors.ts';
import { at, type Column, withAt } from '../model/columns.ts';
import type { Session } from '../model/session.ts';
import { detail } from './detail.ts';
import { fieldColumns, fieldsIn, missingFields, pick } from './fields.ts';
import { jsonText } from './json.ts';
import type { KnownFields } from './known-fields.ts';
import { rowWriter, safe } from './rows.ts';

/** What there is to show. */
export interface Showing {
  /** The interface's object, unchanged. */
  readonly value: unknown;
  readonly columns?: readonly Column[] | undefined;
  /** Dotted paths where the rows can be in the value; `data` for lists. */
  readonly rows?: readonly string[] | undefined;
  /** In place of the value, for people. */
  readonly text?: string | undefined;
  /** The fields of the value that the interface knows; another one that --fields asks for is an error. */
  readonly known?: KnownFields | undefined;
}

/** Prints it: JSON and YAML whole; ndjson, CSV and TSV a row for each thing; else for people. */
export async function show(session: Session, showing: Showing): Promise<void> {
  if (showing.value === undefined && showing.text === undefined) return;
  const shaped = await shape(session, showing);
  const { value, columns } = shaped;
  const { io, output } = session;
  if (output === 'table') return showReadable(session, shaped);
  if (value === undefined) return;
  if (output === 'json') return io.out(`${jsonText(io, value, 2)}\n`);
  if (output === 'yaml') {
    refuseLong(value);
    const { stringify } = await import('yaml');
    return io.out(safe(session, stringify(value, { lineWidth: 0 })));
  }
  // A query that finds nothing has no row.
  if (value === null && output !== 'ndjson') return;
  const found = rowsIn(shaped);
  await rowWriter(session, output, found ? columns : ownColumns(session, columns))(found?.rows ?? [value]);
  if (found && isList(value)) noteMore(session, value, found.rows.length);
}

/** Most values that are written as YAML: it takes some hundred bytes for each meanwhile. */
const mostYaml = 300_000;

function refuseLong(value: unknown): void {
  let left = mostYaml;
  const isLong = (inside: unknown): boolean => {
    left -= 1;
    return left < 0 || (typeof inside === 'object' && inside !== null && Object.values(inside).some(isLong));
  };
  if (isLong(value))
    throw new LocalError(`The result holds more than ${mostYaml} values, too many for YAML`, {
      hint: 'Take it as JSON: -o json.',
    });
}

/** The columns of a list say nothing of a single thing; those that were asked for do. */
const ownColumns = ({ flags }: Session, columns: readonly Column[] | undefined) =>
  flags.fields === undefined ? undefined : columns;

/** What --query and --fields leave of it. */
async function shape(session: Session, showing: Showing): Promise<Showing> {
  const { query, fields } = session.flags;
  let shaped = showing;
  if (query !== undefined && showing.value !== undefined) {
    const { applyQuery } = await import('./query.ts');
    shaped = { value: applyQuery(showing.value, query) };
  }
  if (fields === undefined || shaped.value === undefined) return shaped;
  return withFields(session, shaped, fieldsIn(fields));
}

/** Fields narrow the rows of a list and leave the rest of it where it is; else they narrow the thing itself. */
function withFields(session: Session, showing: Showing, fields: readonly string[]): Showing {
  const found = rowsIn(showing);
  const known = showing.known && { fields: showing.known, path: found?.path ?? '' };
  const missing = missingFields(fields, found?.rows ?? [showing.value], known);
  if (missing) session.note(missing);
  const value = found
    ? withAt(
        showing.value,
        found.path,
        found.rows.map((row) => pick(row, fields)),
      )
    : pick(showing.value, fields);
  return { value, columns: fieldColumns(fields, showing.columns), rows: showing.rows };
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
  if (rows.length === 0 && isList(value)) session.note('Nothing matches.');
  if (!Array.isArray(value) && !isList(value)) {
    const rest = detail(io, without(value, path));
    io.out(rest && rows.length > 0 ? `${rest}\n` : rest);
  }
  await rowWriter(session, 'table', columns)(rows);
  if (isList(value)) noteMore(session, value, rows.length);
}

/** The rows and where they were; services differ in where they put them. */
function rowsIn({ value, rows = ['data'] }: Showing): { rows: readonly unknown[]; path: string } | undefined {
  if (Array.isArray(value)) return { rows: value, path: '' };
  for (const path of rows) {
    const found = at(value, path);
    if (Array.isArray(found)) return { rows: found, path };
  }
  return undefined;
}

const isList = (value: unknown): value is { total?: number; offset?: number } =>
  at(value, 'object') === 'list';

/** A page that is not the last says so, on standard error. */
function noteMore(
  session: Session,
  { total, offset = 0 }: { total?: number; offset?: number },
  shown: number,
): void {
  const next = offset + shown;
  if (total !== undefined && shown > 0 && next < total)
    session.note(`${offset + 1} to ${next} of ${total}. The next ones: --offset ${next}; every one: --all`);
}

/** A copy without what is at the path. */
function without(value: unknown, path: string): unknown {
  const [head = '', ...rest] = path.split('.');
  if (typeof value !== 'object' || value === null) return value;
  const { [head]: inside, ...others } = value as Record<string, unknown>;
  return rest.length > 0 && inside !== undefined
    ? { ...others, [head]: without(inside, rest.join('.')) }
    : others;
}

const lineEnded = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);
