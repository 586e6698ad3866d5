import type { ExtractSchema } from '../../../../../contract/index.ts';
import { kindOf, wordsOf } from '../kinds.ts';
import { typeOf } from '../schema-types.ts';
import type { Thing } from '../things.ts';
import type { EntityType } from '../types.ts';
import { type Dimension, dimensionOf, unitNamed } from '../units.ts';

const BY_FORMAT: Readonly<Record<NonNullable<ExtractSchema['format']>, EntityType>> = {
  date: 'dates',
  'date-time': 'dates',
  time: 'times',
  email: 'emails',
  uri: 'urls',
  url: 'urls',
  phone: 'phone_numbers',
};

/** The entity type that answers a property, by its format, its name or its description, in this order. */
export function kindFor(name: string, schema: ExtractSchema): EntityType | undefined {
  return schema.format ? BY_FORMAT[schema.format] : kindOf(name, schema.description);
}

/** The unit in a number's name or description: `distance_km`, `duration (minutes)`. */
export function unitFor(name: string, { description = '' }: ExtractSchema): string | undefined {
  const inName = wordsOf(name)
    .map(unitNamed)
    .filter((unit) => unit !== undefined);
  if (inName.length > 0) return inName.at(-1);
  const units = new Set(
    wordsOf(description)
      .map(unitNamed)
      .filter((unit) => unit !== undefined),
  );
  return units.size === 1 ? [...units][0] : undefined;
}

/** The dimension, by words that ask for it. */
const MEASURES = new Map<string, Dimension>([
  ...['distance', 'length', 'height', 'width', 'depth'].map((word): [string, Dimension] => [word, 'length']),
  ...['weight', 'mass'].map((word): [string, Dimension] => [word, 'mass']),
  ...(['area', 'temperature', 'speed'] as const).map((word): [string, Dimension] => [word, word]),
  ['duration', 'time'],
]);

/** Whether a quantity has the dimension that a name asks for: a weight is not a distance. Other names accept any. */
export function measures(name: string, { type, unit = '' }: Thing): boolean {
  if (type !== 'quantities') return true;
  const asked = wordsOf(name).flatMap(
    (word) => MEASURES.get(word) ?? MEASURES.get(word.replace(/s$/, '')) ?? [],
  );
  return asked.length === 0 || asked.includes(dimensionOf(unit) ?? asked[0] ?? 'length');
}

const FORM: Readonly<Record<NonNullable<ExtractSchema['format']>, RegExp>> = {
  date: /^\d{4}-\d\d-\d\d(?=T|$)/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/,
  time: /^\d\d:\d\d/,
  email: /@/,
  uri: /:\/\//,
  url: /:\/\//,
  phone: /\d/,
};

/** A thing in the form that a schema requires: both ends of a range of dates or times, where its text is not asked for. */
export function scalarsOf(thing: Thing, schema: ExtractSchema): (string | number)[] {
  const { type, value } = thing;
  const ranged = (type === 'dates' || type === 'times') && typeof value === 'string' && value.includes('/');
  const asText = typeOf(schema) === 'string' && !schema.format;
  const ends = ranged && !asText ? value.split('/').map((end) => ({ ...thing, value: end })) : [thing];
  return ends.flatMap((end) => scalarOf(end, schema) ?? []);
}

/** A thing in the form that a schema requires; undefined if it has no such form. */
export function scalarOf(thing: Thing, schema: ExtractSchema): string | number | undefined {
  const { type, text, value } = thing;
  const wanted = typeOf(schema);
  if (wanted === 'number' || wanted === 'integer') return numberOf(thing, schema);
  if (wanted !== 'string') return undefined;
  if (schema.format === 'phone') return String(value ?? text);
  if (schema.format)
    return FORM[schema.format].exec(String(value ?? ''))?.[0] && formed(schema.format, String(value));
  return type === 'emails' || (type === 'urls' && !text.includes('.')) ? String(value ?? text) : text;
}

function formed(format: NonNullable<ExtractSchema['format']>, value: string): string {
  if (format === 'date') return value.slice(0, 10);
  return format === 'time' ? `${value.slice(0, 5)}:00` : value;
}

function numberOf({ type, value }: Thing, schema: ExtractSchema): number | undefined {
  const number = type === 'dates' && typeof value === 'string' ? Number(value.slice(0, 4)) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined;
  if (typeOf(schema) === 'integer' && !Number.isInteger(number)) return undefined;
  const { minimum = -Infinity, maximum = Infinity } = schema;
  return number >= minimum && number <= maximum ? number : undefined;
}
