/** Puts ids in place of the names and short ids that were typed. */
import { existsSync } from 'node:fs';
import type { Client } from '../../client/client.ts';
import { ApiError } from '../../client/errors.ts';
import { kindOfField, type NamedKind, namedKinds } from '../../contract/values/names.ts';
import { UsageError } from '../errors/errors.ts';
import type { Command } from '../model/model.ts';
import { isAddress, placeOf } from '../model/place.ts';
import type { Session } from '../model/session.ts';
import type { Value } from '../model/values.ts';
import { snake } from '../model/values.ts';
import { isPattern } from '../probe/pattern.ts';
import type { Typed } from '../run/input.ts';
import { clean } from '../terminal/clean.ts';
import { findNamed } from './find.ts';
import { isName } from './may-be-name.ts';

type Text = string | readonly string[];

/** True for a text that names a file or a folder of this machine, or is a pattern. */
export const isLocal = (text: string): boolean => existsSync(text) || isPattern(text);

/** Where to look a name up. */
export interface Search {
  readonly session: Session;
  readonly client: Client;
  /** True if the command deletes without a question: then only a whole name or id will do. */
  readonly strict: boolean;
  /** True for a text that is no name. */
  readonly skip: (text: string) => boolean;
  /** The id of the collection that the line names: of several files with one name, the one in it is meant. */
  readonly collection?: string | undefined;
}

/** How names are looked up. */
export interface Looking {
  /** True for texts to leave as they are. */
  readonly skip?: (text: string) => boolean;
  /** Called for a text that nobody has as a name or an id: gives the error to throw. Without it the text stays. */
  readonly absent?: (client: Client, kind: NamedKind, text: string) => Promise<Error>;
}

/**
 * The line with ids; undefined if no argument or flag names anything. What the beginning of a name or of an id
 * stands for is shown on standard error. @throws UsageError when several resources fit; the error that `absent` gives
 */
export async function withIds(
  session: Session,
  command: Command,
  typed: Typed,
  { skip = () => false, absent }: Looking = {},
): Promise<Typed | undefined> {
  const strict = 'yes' in command.flags && typed.flags.yes === true;
  const named = namesIn(command, typed, skip);
  if (named.length === 0) return undefined;
  const search: Search = { session, client: await session.client(), strict, skip };
  const words = [...typed.words];
  const flags: Record<string, Typed['flags'][string]> = { ...typed.flags };
  let found = false;
  for (const { at, kind, text, rest } of named) {
    const collection = collectionIn(command, words, flags);
    const ids = await idsOf({ ...search, collection }, kind, text, absent);
    if (ids === undefined) continue;
    found = true;
    if (typeof at === 'number') words[at] = ids;
    else flags[at] = typeof ids === 'string' ? `${ids}${rest}` : ids;
  }
  return found ? { words, flags } : undefined;
}

/** The id of the collection of a line, once it is known. */
function collectionIn(command: Command, words: Typed['words'], flags: Typed['flags']): string | undefined {
  const [text, ...others] = [
    ...Object.keys(command.arguments).map((key, index) => [key, words[index]] as const),
    ...Object.entries(flags),
  ].flatMap(([key, text]) => (key === 'collectionId' || key === 'collection' ? textsOf(text) : []));
  return text !== undefined && others.length === 0 && !isName(text) ? text : undefined;
}

interface Named {
  /** Index of the argument, or name of the flag. */
  readonly at: number | string;
  readonly kind: NamedKind;
  readonly text: Text;
  /** What follows the name, and stays. */
  readonly rest: string;
}

/** The arguments and flags for ids of named kinds that hold anything but a whole id. */
function namesIn(command: Command, typed: Typed, skip: Search['skip']): Named[] {
  const all: [at: number | string, key: string, value: Value, text: unknown][] = [
    ...Object.entries(command.arguments).map(([key, { value }], index): [number, string, Value, unknown] => [
      index,
      key,
      value,
      typed.words[index],
    ]),
    ...Object.entries(command.flags).map(([key, value]): [string, string, Value, unknown] => [
      key,
      key,
      value,
      typed.flags[key],
    ]),
  ];
  return all.flatMap(([at, key, value, text]): Named[] => {
    if (value.kind === 'picture') return pictureNamed(at, text);
    const kind = value.placeholder === 'ID' ? kindOfField(value.field ?? snake(key)) : undefined;
    const texts = textsOf(text);
    return kind && texts.some((one) => isName(one) && !skip(one))
      ? [{ at, kind, text: text as Text, rest: '' }]
      : [];
  });
}

/** The file of the service that a picture is a frame of. */
function pictureNamed(at: Named['at'], text: unknown): Named[] {
  if (typeof text !== 'string' || isAddress(text) || existsSync(text)) return [];
  const name = placeOf(text)?.name ?? text;
  return isName(name) ? [{ at, kind: namedKinds.file_id, text: name, rest: text.slice(name.length) }] : [];
}

const textsOf = (text: unknown): readonly string[] =>
  typeof text === 'string' ? [text] : Array.isArray(text) ? (text as readonly string[]) : [];

async function idsOf(
  search: Search,
  kind: NamedKind,
  text: Text,
  absent: Looking['absent'],
): Promise<Text | undefined> {
  const ids: string[] = [];
  let found = false;
  for (const one of textsOf(text)) {
    const looks = isName(one) && !search.skip(one);
    const id = looks ? await idOf(search, kind, one) : undefined;
    if (looks && id === undefined && absent) throw await absent(search.client, kind, one);
    found ||= id !== undefined;
    ids.push(id ?? one);
  }
  if (!found) return undefined;
  return typeof text === 'string' ? (ids[0] ?? text) : ids;
}

/**
 * The id of what a text names; undefined if there is nothing. What is not said in full is shown with its id on standard
 * error; before a deletion without a question, all is. @throws UsageError when several resources fit
 */
export async function idOf(
  { session, client, strict, collection }: Search,
  kind: NamedKind,
  text: string,
): Promise<string | undefined> {
  const { signal } = session;
  const isIn = async (file_id: string): Promise<boolean> => {
    const params = { collection_id: collection ?? '', file_id };
    return client.call('media.get', { params }, { signal }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return false;
        throw error;
      },
    );
  };
  const narrows = kind.kind === 'file' && collection !== undefined;
  const found = await findNamed(client, kind, text, signal, narrows ? isIn : undefined);
  if (!found || found.id === text) return found?.id;
  const what = `${kind.kind} ${JSON.stringify(clean(found.name))} (${found.id})`;
  if (strict && !found.exact)
    throw new UsageError(`${JSON.stringify(text)} is only the beginning of ${what}`, {
      hint: 'With --yes, and in rows that delete, give the whole name or the whole id. Nothing was changed.',
    });
  if (strict || !found.exact) session.note(`${JSON.stringify(text)} is ${what}`);
  return found.id;
}
