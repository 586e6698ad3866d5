/** --fields: only these fields of each row. */
import { isRecord } from '../../contract/record.ts';
import { UsageError } from '../errors/errors.ts';
import { closest } from '../errors/nearest.ts';
import { at, type Column } from '../model/columns.ts';
import type { KnownFields } from './known-fields.ts';

/**
 * The dotted paths of `a,b.c`.
 * @throws UsageError when there is nothing between two commas or two dots
 */
export function fieldsIn(text: string): string[] {
  const fields = text.split(',').map((field) => field.trim());
  if (fields.some((field) => field.split('.').includes('')))
    throw new UsageError(`--fields must be names such as id,media_info.width (got ${JSON.stringify(text)})`);
  return fields;
}

/**
 * The fields of a thing, nested as they are in it; null where it has none. A name behind a list is looked for in each of
 * its items. What is no object stays as it is.
 */
export function pick(thing: unknown, fields: readonly string[]): unknown {
  if (typeof thing !== 'object' || thing === null) return thing;
  return fields.map((field) => narrowed(thing, field.split('.'))).reduce(merged, {});
}

/** A thing with nothing but what is at the path. */
function narrowed(thing: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return thing;
  if (Array.isArray(thing) && !isPosition(name)) return thing.map((item) => narrowed(item, [name, ...rest]));
  const inside = at(thing, name);
  return { [name]: inside === undefined ? empty(rest) : narrowed(inside, rest) };
}

/** Null at the end of a path. */
const empty = ([name, ...rest]: readonly string[]): unknown =>
  name === undefined ? null : { [name]: empty(rest) };

const isPosition = (name: string): boolean => /^\d+$/.test(name);

/** Two narrowed things of the same shape as one. */
function merged(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other)) return one.map((item, index) => merged(item, other[index]));
  // Of a whole list and one place in it, the list.
  if (Array.isArray(one)) return one;
  if (!isRecord(one) || !isRecord(other)) return isRecord(one) && !Array.isArray(other) ? one : other;
  const both = { ...one };
  for (const [name, inside] of Object.entries(other))
    both[name] = Object.hasOwn(one, name) ? merged(one[name], inside) : inside;
  return both;
}

/** What is at a path; behind a list, what each of its items has there. Undefined where there is nothing. */
function found(thing: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return thing;
  if (!Array.isArray(thing) || isPosition(name)) return found(at(thing, name), rest);
  const each = thing.map((item) => found(item, [name, ...rest])).filter((value) => value !== undefined);
  return each.length > 0 ? each.flat() : undefined;
}

/** A column for each field, written as the command's own column of that path is. */
export const fieldColumns = (fields: readonly string[], known: readonly Column[] = []): Column[] =>
  fields.map((field) => {
    const { format } = known.find(({ value }) => value === field) ?? {};
    const value = (row: unknown) => found(row, field.split('.'));
    return { header: field, value, ...(format ? { format } : {}) };
  });

/** What the interface knows of the rows. */
export interface Known {
  readonly fields: KnownFields;
  /** Where the rows are in the answer; empty when the answer itself is shown. */
  readonly path: string;
}

/**
 * What to say of fields that no row has; undefined when there are none. A service may leave out what is empty.
 * @param known left out, nothing is known of what there could be
 * @throws UsageError for a field that no row has and the interface does not know
 */
export function missingFields(
  fields: readonly string[],
  rows: readonly unknown[],
  known?: Known,
): string | undefined {
  const missing = fields.filter((field) => rows.every((row) => found(row, field.split('.')) === undefined));
  if (rows.length === 0 || missing.length === 0) return undefined;
  const unknown = missing.filter((field) => known && !known.fields.has(below(known.path, field)));
  if (known && unknown.length > 0) throw noField(unknown, rows, known);
  return missing
    .map((field) => `Nothing shown has the field ${field}.${meant(field, rows, known)}`)
    .join('\n');
}

function noField(unknown: readonly string[], rows: readonly unknown[], known: Known): UsageError {
  const sentences = unknown.map((field) => `There is no field ${field}.${meant(field, rows, known)}`);
  const names = new Set([...known.fields.namesAt(known.path), ...rows.flatMap(namesIn)]);
  const top = [...names].filter((name) => !name.includes('.'));
  return new UsageError(`--fields: ${sentences.join(' ')}`, { hint: `The fields are: ${top.join(', ')}.` });
}

/** Which field was probably meant: one of what is shown, or one of the interface beside it. */
function meant(field: string, rows: readonly unknown[], known: Known | undefined): string {
  const parent = field.split('.').slice(0, -1).join('.');
  const beside = known?.fields.namesAt(below(known.path, parent)).map((name) => below(parent, name)) ?? [];
  const near = closest(field, [...new Set([...beside, ...rows.flatMap(namesIn)])]);
  return near ? ` Did you mean ${near}?` : '';
}

const below = (path: string, name: string): string => [path, name].filter((part) => part !== '').join('.');

/** The names a row has, and those one level below. */
function namesIn(row: unknown): string[] {
  const fieldsOf = (value: unknown) => (isRecord(value) ? Object.entries(value) : []);
  return fieldsOf(row).flatMap(([name, value]) => [
    name,
    ...fieldsOf(value).map(([inner]) => `${name}.${inner}`),
  ]);
}
