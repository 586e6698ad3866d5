/** The result of a command on standard output: JSON alone, or what a person reads. */
import type { Session } from '../session.ts';
import { at, type Column } from './columns.ts';
import { detail } from './detail.ts';
import { cleanLines } from './format.ts';
import { table } from './table.ts';

/** What there is to show. */
export interface Showing {
  /** The interface's object, unchanged. */
  readonly value: unknown;
  readonly columns?: readonly Column[] | undefined;
  /** Dotted paths where the rows can be in the value; `data` for lists. */
  readonly rows?: readonly string[] | undefined;
  /** In place of the value, for people. */
  readonly text?: string | undefined;
}

/** Prints it in the form that was asked for. */
export async function show(session: Session, showing: Showing): Promise<void> {
  const { io, output } = session;
  if (output === 'json') {
    if (showing.value !== undefined) io.out(`${JSON.stringify(showing.value, undefined, 2)}\n`);
    return;
  }
  io.out(await readable(session, showing));
}

async function readable(session: Session, showing: Showing): Promise<string> {
  const { io } = session;
  const { value, columns, text } = showing;
  if (text !== undefined) return lineEnded(text);
  if (typeof value === 'string') return lineEnded(cleanLines(value));
  if (value === undefined) return '';
  const found = rowsIn(showing);
  if (!found || !columns) return detail(io, value);
  const { rows, path } = found;
  if (rows.length === 0 && isList(value)) session.note('Nothing matches.');
  const list = await table(io, rows, columns);
  if (Array.isArray(value)) return list;
  if (isList(value)) {
    noteMore(session, value, rows.length);
    return list;
  }
  const rest = detail(io, without(value, path));
  return list ? `${rest}\n${list}` : rest;
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
    session.note(`${offset + 1} to ${next} of ${total}. The next ones: --offset ${next}`);
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
