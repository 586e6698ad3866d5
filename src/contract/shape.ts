/**
 * A rough check of a response: unknown fields, unknown values and missing fields pass; a different kind of
 * value does not.
 */

import { isRecord } from './record.ts';

/** The fields of a response, by name; the name of a list ends in `[]`. Empty for anything but an object. */
export type FieldNames = readonly string[];

/** @param schema of zod */
export function fieldNames(schema: object | undefined): FieldNames {
  if (!schema || !('shape' in schema)) return [];
  const shape = schema.shape as Readonly<Record<string, { readonly def: { readonly type: string } }>>;
  return Object.entries(shape).map(([name, { def }]) => (def.type === 'array' ? `${name}[]` : name));
}

type Fields = Readonly<Record<string, unknown>>;

/** Names of the API and of similar APIs; a response needs only one of them. */
const common = ['id', 'object', 'status', 'data'];

/**
 * Why a value cannot be a response with these fields, as the end of a sentence: `must be an object with id, status: it is a
 * list`. Looks only at the top level, and for lists at `data`, so it is fast for any size.
 * @returns undefined if the value may match
 */
export function misfit(fields: FieldNames, value: unknown): string | undefined {
  if (fields.length === 0) return undefined;
  const names = fields.map((name) => name.replace(/\[\]$/, ''));
  const rows = rowsOf(fields);
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

/** The field with the rows of a list, `data` before others; undefined if these fields are not those of a list. */
export function rowsOf(fields: FieldNames): string | undefined {
  if (!fields.includes('total')) return undefined;
  const lists = fields.filter((name) => name.endsWith('[]')).map((name) => name.slice(0, -2));
  return lists.includes('data') ? 'data' : lists.length === 1 ? lists[0] : undefined;
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
