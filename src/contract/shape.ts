/**
 * A rough check of a response: unknown fields, unknown values and missing fields pass; a different kind of
 * value does not.
 */

import { isRecord } from './record.ts';

/** What is read of an object's schema: its fields, and which of them are lists. */
type Shape = Readonly<Record<string, { readonly def: { readonly type: string } }>>;
type Fields = Readonly<Record<string, unknown>>;

/** Names of the API and of similar APIs; a response needs only one of them. */
const common = ['id', 'object', 'status', 'data'];

/**
 * Why a value cannot match a schema, as the end of a sentence: `must be an object with id, status: it is a
 * list`. Looks only at the top level, and for lists at `data`, so it is fast for any size. @param schema
 * of zod, or an object with the same `shape` @returns undefined if the value may match
 */
export function misfit(schema: object, value: unknown): string | undefined {
  const shape = 'shape' in schema ? (schema.shape as Shape) : undefined;
  if (!shape) return undefined;
  const names = Object.keys(shape);
  const rows = rowsOf(shape);
  if (
    isRecord(value) &&
    (rows ? hasList(value) : [...names, ...common].some((name) => Object.hasOwn(value, name)))
  )
    return undefined;
  return `must be an object with ${rows ? `a list in ${rows}` : some(names)}: it is ${kindOf(value)}`;
}

/** Services differ in the path of the rows. */
const hasList = (value: Fields): boolean =>
  [value, value.data].some((level) => isRecord(level) && Object.values(level).some(Array.isArray));

/** The field with the rows of a list; undefined if the shape is not a list. */
function rowsOf(shape: Shape): string | undefined {
  if (!('total' in shape)) return undefined;
  const lists = Object.keys(shape).filter((name) => shape[name]?.def.type === 'array');
  return lists.length === 1 ? lists[0] : undefined;
}

const some = (names: readonly string[]): string =>
  names.length > 3 ? `${names.slice(0, 3).join(', ')} and so on` : names.join(' and ');

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (!isRecord(value)) return typeof value === 'string' ? 'a text' : `a ${typeof value}`;
  for (const _ in value) return 'another object';
  return 'an empty object';
}
