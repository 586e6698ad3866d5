/** --fields: keeps only these fields of each row. */
import { isRecord } from '../../contract/record.ts';
import { UsageError } from '../errors/errors.ts';
import { closest } from '../errors/nearest.ts';
import type { Column } from '../model/columns.ts';
import type { KnownFields } from './known-fields.ts';

/** The dotted paths of `a,b.c`. @throws UsageError for an empty name */
export function fieldsIn(text: string): string[] {
  const fields = text.split(',').map((field) => field.trim());
  if (fields.some((field) => field.split('.').includes('')))
    throw new UsageError(`--fields must be names such as id,media_info.width (got ${JSON.stringify(text)})`);
  return fields;
}

/**
 * The given fields of a value, with the same nesting; null where a field is missing. A name after a list
 * applies to each item. A value that is not an object is unchanged.
 */
export function pick(thing: unknown, fields: readonly string[]): unknown {
  if (typeof thing !== 'object' || thing === null) return thing;
  return fields.map((field) => narrowed(thing, partsOf(thing, field))).reduce(merged, {});
}

/** The names of a path. A field whose name is the whole path, dots included, comes first. */
const partsOf = (thing: unknown, field: string): string[] =>
  (Array.isArray(thing) ? thing : [thing]).some((one) => isRecord(one) && Object.hasOwn(one, field))
    ? [field]
    : field.split('.');

/** A value reduced to what is at the path. */
function narrowed(thing: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return thing;
  if (Array.isArray(thing) && !isPosition(name)) return thing.map((item) => narrowed(item, [name, ...rest]));
  const inside = own(thing, name);
  return { [name]: inside === undefined ? empty(rest) : narrowed(inside, rest) };
}

const own = (thing: unknown, name: string): unknown =>
  typeof thing === 'object' && thing !== null && Object.hasOwn(thing, name)
    ? (thing as Record<string, unknown>)[name]
    : undefined;

/** Null at the end of a path. */
const empty = ([name, ...rest]: readonly string[]): unknown =>
  name === undefined ? null : { [name]: empty(rest) };

const isPosition = (name: string): boolean => /^\d+$/.test(name);

/** Merges two reduced values of the same shape. */
function merged(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other)) return one.map((item, index) => merged(item, other[index]));
  // A whole list wins over one of its items.
  if (Array.isArray(one)) return one;
  if (!isRecord(one) || !isRecord(other)) return isRecord(one) && !Array.isArray(other) ? one : other;
  const both = { ...one };
  for (const [name, inside] of Object.entries(other))
    both[name] = Object.hasOwn(one, name) ? merged(one[name], inside) : inside;
  return both;
}

/** The value at a path; after a list, the values of its items. Undefined if there is none. */
function found(thing: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return thing;
  if (!Array.isArray(thing) || isPosition(name)) return found(own(thing, name), rest);
  const each = thing.map((item) => found(item, [name, ...rest])).filter((value) => value !== undefined);
  return each.length > 0 ? each.flat() : undefined;
}

/** One column per field, in the format of the command's own column with that path. */
export const fieldColumns = (fields: readonly string[], known: readonly Column[] = []): Column[] =>
  fields.map((field) => {
    const { format } = known.find(({ value }) => value === field) ?? {};
    const value = (row: unknown) => found(row, partsOf(row, field));
    return { header: field, value, ...(format ? { format } : {}) };
  });

/** What the API defines for the rows. */
export interface Known {
  readonly fields: KnownFields;
  /** The path of the rows in the response; empty when the response itself is shown. */
  readonly path: string;
}

/**
 * The note on fields that no row has; undefined if there are none. A service may omit empty fields. @param
 * known undefined when the fields of the API are not known @throws UsageError for a field that neither a row
 * nor the API has
 */
export function missingFields(
  fields: readonly string[],
  rows: readonly unknown[],
  known?: Known,
): string | undefined {
  const missing = fields.filter((field) =>
    rows.every((row) => found(row, partsOf(row, field)) === undefined),
  );
  if (rows.length === 0 || missing.length === 0) return undefined;
  const unknown = missing.filter((field) => known && !known.fields.has(below(known.path, field)));
  if (known && unknown.length > 0) throw noField(unknown, rows, known);
  return missing.map((field) => `No row has the field ${field}.${meant(field, rows, known)}`).join('\n');
}

function noField(unknown: readonly string[], rows: readonly unknown[], known: Known): UsageError {
  const sentences = unknown.map((field) => `Unknown field ${field}.${meant(field, rows, known)}`);
  const names = new Set([...known.fields.namesAt(known.path), ...rows.flatMap(namesIn)]);
  const top = [...names].filter((name) => !name.includes('.'));
  return new UsageError(`--fields: ${sentences.join(' ')}`, { hint: `The fields are: ${top.join(', ')}.` });
}

/** A suggestion: a field of the rows, or of the API; none for a field that the API has by that name. */
function meant(field: string, rows: readonly unknown[], known: Known | undefined): string {
  const parent = field.split('.').slice(0, -1).join('.');
  const beside = known?.fields.namesAt(below(known.path, parent)).map((name) => below(parent, name)) ?? [];
  if (beside.includes(field)) return '';
  const near = closest(field, [...new Set([...beside, ...rows.flatMap(namesIn)])]);
  return near ? ` Did you mean ${near}?` : '';
}

const below = (path: string, name: string): string => [path, name].filter((part) => part !== '').join('.');

/** The field names of a row, two levels deep. */
function namesIn(row: unknown): string[] {
  const fieldsOf = (value: unknown) => (isRecord(value) ? Object.entries(value) : []);
  return fieldsOf(row).flatMap(([name, value]) => [
    name,
    ...fieldsOf(value).map(([inner]) => `${name}.${inner}`),
  ]);
}
