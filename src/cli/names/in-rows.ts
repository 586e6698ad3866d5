/** Names in the rows of --from. */
import { kindOfField, type NamedKind } from '../../contract/values/names.ts';
import { entryOf } from '../model/catalogue/catalogue.ts';
import type { Command } from '../model/model.ts';
import type { Session } from '../model/session.ts';
import { snake } from '../model/values.ts';
import { absent } from './absent.ts';
import { isName } from './may-be-name.ts';
import { idOf } from './with-ids.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Names to remember: rows often name the same collection. */
const MOST = 10_000;

/**
 * Makes a function that puts ids in place of the names in a row; it gives undefined if none was found. A name is asked
 * for once. A command that deletes takes whole names only, because its question does not show each row. The function
 * throws for a name that nobody has.
 */
export function rowNames(session: Session, command: Command): (row: Fields) => Promise<Fields | undefined> {
  const kinds = kindsOf(command);
  const strict = /\.(delete|remove|detach)$/.test(entryOf(command.name).operation ?? '');
  const known = new Map<string, Promise<string>>();
  const lookUp = async (kind: NamedKind, text: string): Promise<string> => {
    const client = await session.client();
    const id = await idOf({ session, client, strict, skip: () => false }, kind, text);
    if (id === undefined) throw await absent(client, kind, text, session.signal);
    return id;
  };
  const find = (kind: NamedKind, text: string) => {
    const key = `${kind.kind} ${text}`;
    const asked = known.get(key) ?? lookUp(kind, text);
    if (known.size < MOST) known.set(key, asked);
    return asked;
  };
  return async (row) => {
    const ids: Record<string, string> = {};
    for (const [field, kind] of kinds) {
      const text = row[field];
      const id = typeof text === 'string' && isName(text) ? await find(kind, text) : undefined;
      if (id !== undefined && id !== text) ids[field] = id;
    }
    return Object.keys(ids).length === 0 ? undefined : { ...row, ...ids };
  };
}

/** The fields of a row that hold ids of named kinds; `id` stands for the last argument. */
function kindsOf(command: Command): [field: string, kind: NamedKind][] {
  const flags = (command.bulk?.flags ?? []).map((key) => [key, command.flags[key]] as const);
  const places = [
    ...Object.entries(command.arguments).map(([key, { value }]) => [key, value] as const),
    ...flags,
  ];
  const found = places.flatMap(([key, value]): [string, NamedKind][] => {
    const kind = value?.placeholder === 'ID' ? kindOfField(value.field ?? snake(key)) : undefined;
    return kind ? [[snake(key), kind]] : [];
  });
  const last = Object.keys(command.arguments).at(-1);
  const own = found.find(([field]) => last !== undefined && field === snake(last));
  return own ? [...found, ['id', own[1]]] : found;
}
