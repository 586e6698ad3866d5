/** The error for a name that nobody has: what there is instead, and what to type next. */
import type { Client } from '../../client/client.ts';
import type { NamedKind } from '../../contract/values/names.ts';
import { CliError, type Failure, failureOf, isInterruption } from '../errors/errors.ts';
import { exit } from '../errors/exit.ts';
import { closest } from '../errors/nearest.ts';
import { at } from '../model/columns.ts';
import type { Session } from '../model/session.ts';
import { clean } from '../terminal/clean.ts';

/** Names that are read for a suggestion, in one request. */
const READ = 100;
/** Names that are listed. */
const LISTED = 5;

/** How the first of a kind is made. */
const makes: Readonly<Record<NamedKind['kind'], string>> = {
  collection: 'vau collection create --help',
  file: 'vau file upload --help',
  webhook: 'vau webhook create --help',
  tag: 'vau tag create --help',
};

/**
 * Exit status 5. Names the kind and what was typed, and suggests a similar name, or lists the names if they are few.
 * @param text what was typed, which was looked up and not found
 * @param cause the error that led to the look-up; the request id of a 404 is kept
 */
export async function absent(
  client: Client,
  kind: NamedKind,
  text: string,
  signal: AbortSignal,
  cause?: unknown,
): Promise<CliError> {
  const { total } = await there(client, kind, signal);
  const { requestId, status }: Partial<Failure> = cause === undefined ? {} : failureOf(cause);
  return new CliError(`There is no ${kind.kind} ${quoted(text)}`, exit.notFound, 'not_found', {
    hint: await insteadOf(client, kind, text, signal),
    next: total === 0 ? makes[kind.kind] : `vau ${kind.kind} list`,
    ...(status === 404 ? { status, requestId } : {}),
  });
}

/** What may have been meant by a name that nobody has: one sentence; undefined if nothing is known. */
export async function insteadOf(
  client: Client,
  kind: NamedKind,
  text: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { names, total } = await there(client, kind, signal);
  return hintOf(kind, text, names, total);
}

/** The same for a command that also takes files of this machine. */
export const absentHere =
  ({ signal }: Session) =>
  async (client: Client, kind: NamedKind, text: string): Promise<CliError> => {
    const error = await absent(client, kind, text, signal);
    if (kind.kind !== 'file') return error;
    const { message, exitStatus, code, ...details } = error.failure;
    return new CliError(`${message}, on this machine or in the service`, exitStatus, code, details);
  };

interface There {
  readonly names: readonly string[];
  /** Undefined where the service does not say it. */
  readonly total: number | undefined;
}

/** What was read, by client and kind: rows of --from may have many wrong names. */
const read = new WeakMap<Client, Map<string, Promise<There>>>();

function there(client: Client, kind: NamedKind, signal: AbortSignal): Promise<There> {
  const known = read.get(client) ?? new Map<string, Promise<There>>();
  read.set(client, known);
  const found = known.get(kind.kind) ?? readThere(client, kind, signal);
  known.set(kind.kind, found);
  return found;
}

async function readThere(client: Client, kind: NamedKind, signal: AbortSignal): Promise<There> {
  try {
    const page = await client.send(kind.list, { query: { limit: READ } }, { signal });
    const rows: unknown = at(page, 'data');
    const list: readonly unknown[] = Array.isArray(rows) ? rows : [];
    const total = at(page, 'total');
    return { names: namesOf(kind, list), total: typeof total === 'number' ? total : undefined };
  } catch (error) {
    // A suggestion is not worth another error.
    if (isInterruption(error)) throw error;
    return { names: [], total: undefined };
  }
}

const namesOf = (kind: NamedKind, rows: readonly unknown[]): string[] =>
  rows.flatMap((row) => {
    const name = kind.names
      .map((field) => at(row, field))
      .find((one) => typeof one === 'string' && one !== '');
    return typeof name === 'string' ? [name] : [];
  });

function hintOf(
  { kind }: NamedKind,
  text: string,
  names: readonly string[],
  total: number | undefined,
): string | undefined {
  if (total === 0) return `There is no ${kind} at all yet.`;
  const similar = similarTo(text, [...new Set(names)]);
  if (similar.length > 0) return `Did you mean ${similar.map(quoted).join(' or ')}?`;
  if (total === undefined || names.length === 0) return undefined;
  if (total <= LISTED && names.length === total)
    return `${total === 1 ? `The only ${kind} is` : `The ${kind}s are`} ${names.map(quoted).join(', ')}.`;
  return `There are ${total} ${kind}s.`;
}

/** Names with the text in them, else the one that differs least, with its extension or without. */
function similarTo(text: string, names: readonly string[]): string[] {
  const low = text.toLowerCase();
  const holding = names.filter((name) => name.toLowerCase().includes(low));
  if (holding.length > 0 && holding.length <= LISTED) return holding;
  const whole = closest(text, names);
  if (whole !== undefined) return [whole];
  const stem = closest(text, names.map(stemOf));
  return stem === undefined ? [] : names.filter((name) => stemOf(name) === stem).slice(0, LISTED);
}

const stemOf = (name: string): string => name.replace(/\.\w{1,5}$/, '');

const quoted = (text: string): string => JSON.stringify(clean(text));
