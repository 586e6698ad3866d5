/** Finds a resource by what a person typed: its id, its name, or the unique beginning of either. */
import { isDeepStrictEqual } from 'node:util';
import type { Client } from '../../client/client.ts';
import { ApiError } from '../../client/errors.ts';
import { everyPage } from '../../client/pages.ts';
import { isRecord } from '../../contract/record.ts';
import type { NamedKind } from '../../contract/values/names.ts';
import { CliError, UsageError } from '../errors/errors.ts';
import { exit } from '../errors/exit.ts';
import { at } from '../model/columns.ts';
import { formatBytes } from '../output/format.ts';
import { clean } from '../terminal/clean.ts';

/** A resource that was found. */
export interface Match {
  readonly id: string;
  readonly name: string;
  /** True if the text is the whole id or the whole name. */
  readonly exact: boolean;
  /** When it was made and its size, to tell those of one name apart. */
  readonly about: string;
}

/** Pages of 100 to read of a service that cannot look up names itself. */
const mostPages = 50;
/** Letters of an id that are enough to find it. */
const leastOfId = 4;
/** Candidates that are asked about, whether they are meant. */
const mostAsked = 50;
/** Candidates that an error lists. */
const mostListed = 10;

/**
 * The resource with this id or name; else the only one whose id or name begins so, ignoring case. Undefined if there
 * is none. @param isMeant whether one of several can be meant, by its id @throws UsageError that lists the candidates with
 * their ids, if there are several; CliError if there are too many resources to read them all
 */
export async function findNamed(
  client: Client,
  kind: NamedKind,
  text: string,
  signal: AbortSignal,
  isMeant?: (id: string) => Promise<boolean>,
): Promise<Match | undefined> {
  const ids: Match[] = [];
  const names: Match[] = [];
  const beginnings: Match[] = [];
  // A service that does not know this filter may refuse it.
  let filter: object = { named: text };
  const fetch = async (query: object) => {
    try {
      return await client.send(kind.list, { query: { ...query, ...filter } }, { signal });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400 || !('named' in filter)) throw error;
      filter = {};
      return client.send(kind.list, { query: { ...query } }, { signal });
    }
  };
  let pages = 0;
  for await (const { rows } of everyPage(fetch, { limit: 100 })) {
    for (const row of rows) {
      const match = matchOf(row, kind, text);
      if (!match) continue;
      if (match.id === text) return match;
      (match.name === text ? names : isId(match.id, text) ? ids : beginnings).push(match);
    }
    pages += 1;
    if (pages === mostPages) {
      if (names.length === 0) throw tooMany(kind, text);
      break;
    }
  }
  const found = [names, ids, beginnings].find(({ length }) => length > 0) ?? [];
  if (found.length < 2) return found[0];
  const meant: Match[] = [];
  // Each is a request: a beginning may fit thousands.
  const asked = found.length <= mostAsked ? found : [];
  for (const match of asked) if (await isMeant?.(match.id)) meant.push(match);
  if (meant.length === 1) return meant[0];
  throw severalOf(kind, text, meant.length > 1 ? meant : found);
}

function matchOf(row: unknown, kind: NamedKind, text: string): Match | undefined {
  const id = at(row, 'id');
  const name = kind.names.map((field) => at(row, field)).find((one) => typeof one === 'string' && one !== '');
  if (typeof id !== 'string') return undefined;
  const called = typeof name === 'string' ? name : '';
  const begins = called.toLowerCase().startsWith(text.toLowerCase());
  if (!begins && !isId(id, text)) return undefined;
  return { id, name: called, exact: id === text || called === text, about: aboutOf(row) };
}

function aboutOf(row: unknown): string {
  const [created, bytes] = [at(row, 'created_at'), at(row, 'bytes')];
  return [
    ...(typeof created === 'number' ? [new Date(created).toISOString().slice(0, 16).replace('T', ' ')] : []),
    ...(typeof bytes === 'number' ? [formatBytes(bytes)] : []),
  ].join(', ');
}

const isId = (id: string, text: string): boolean =>
  text.length >= leastOfId && id.startsWith(text.toLowerCase());

const tooMany = ({ kind }: NamedKind, text: string): CliError =>
  new CliError(
    `None of the first ${mostPages * 100} ${kind}s has the name ${JSON.stringify(text)}`,
    exit.notFound,
    'not_found',
    { hint: 'This service cannot look names up, and has too many to read them all. Give the whole id.' },
  );

function severalOf({ kind }: NamedKind, text: string, found: readonly Match[]): UsageError {
  const lines = found
    .slice(0, mostListed)
    .map(({ id, name, about }) => `  ${id}  ${clean(name)}${about === '' ? '' : `  ${about}`}`);
  const more = found.length > mostListed ? [`  and ${found.length - mostListed} more`] : [];
  return new UsageError(
    [`${JSON.stringify(text)} can be any of ${found.length} ${kind}s:`, ...lines, ...more].join('\n'),
    { hint: 'Give the id, or more of the name.' },
  );
}

/**
 * For what is made only if it is not there: refuses one that is there under this name, but is not what was asked for.
 * @param given the fields of the request; those that are not given may be anything
 * @throws CliError (exit 6) that lists the fields that differ
 */
export function refuseOther(kind: string, there: unknown, given: object): void {
  const differing = otherFields(there, given);
  if (differing.length === 0) return;
  const id = String(at(there, 'id'));
  throw new CliError(
    `${kind} ${id} is there already, but not as asked: ${differing.join(', ')}`,
    exit.conflict,
    'conflict',
    {
      hint: 'It was not changed. Choose another name, or leave out what differs.',
      next: `vau ${kind.toLowerCase()} get ${id}`,
    },
  );
}

/** `describe_config.enable_speech (false there, true here)` for each given field that is another one there. */
function otherFields(there: unknown, given: unknown, path = ''): string[] {
  // A plain field that a service does not return is unknown; a configuration that it does not return is not there.
  const isUnknown = there === undefined && path !== '' && !path.includes('.') && !isRecord(given);
  if (given === undefined || given === null || isUnknown) return [];
  if (isRecord(given))
    return Object.entries(given).flatMap(([name, value]) =>
      otherFields(at(there, name), value, path ? `${path}.${name}` : name),
    );
  if (isDeepStrictEqual(asSet(there), asSet(given))) return [];
  const [left, right] = [there, given].map((value) => JSON.stringify(value) ?? 'none');
  return [
    `${path}${left && right && left.length + right.length <= 80 ? ` (${left} there, ${right} here)` : ''}`,
  ];
}

/** Events and words in another order are the same ones. */
const asSet = (value: unknown): unknown =>
  Array.isArray(value) && value.every((one) => typeof one === 'string') ? [...new Set(value)].sort() : value;
