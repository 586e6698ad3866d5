import type { ExtractSchema } from '../../../../../contract/index.ts';
import { isRecord } from '../../../../../contract/record.ts';
import { allowsNull, typeOf } from '../schema-types.ts';

/** Longest value of a property. */
const MOST_CHARACTERS = 20_000;
const MOST_ITEMS = 1_000;

const FORMATS: Readonly<Record<NonNullable<ExtractSchema['format']>, RegExp>> = {
  date: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?$/,
  time: /^\d\d:\d\d(?::\d\d)?/,
  email: /^[^\s@]+@[^\s@]+$/,
  uri: /^[a-z][a-z0-9+.-]*:\S+$/i,
  url: /^https?:\/\/\S+$/i,
  phone: /\d/,
};

/**
 * Checks a model's response against the schema: it must have the right types and nothing that was not asked for.
 * Optional properties that are null are left out.
 * @throws Error naming the path and what is required there, in words the model can use
 */
export function conform(value: unknown, schema: ExtractSchema, path = ''): unknown {
  const refuse = (what: string): never => {
    throw new Error(`${path || 'the object'} ${what}`);
  };
  if (value === null) return allowsNull(schema) ? null : refuse('must not be null');
  if (schema.enum)
    return schema.enum.some((one) => one === value)
      ? value
      : refuse(`must be one of ${JSON.stringify(schema.enum).slice(0, 400)}`);
  switch (typeOf(schema)) {
    case 'object':
      return isRecord(value) ? conformObject(value, schema, path) : refuse('must be an object');
    case 'array':
      return Array.isArray(value) ? conformArray(value, schema, path, refuse) : refuse('must be a list');
    case 'string':
      return typeof value === 'string' ? conformText(value, schema, refuse) : refuse('must be text');
    case 'boolean':
      return typeof value === 'boolean' ? value : refuse('must be true or false');
    case 'null':
      return refuse('must be null');
    default:
      return typeof value === 'number' ? conformNumber(value, schema, refuse) : refuse('must be a number');
  }
}

type Refuse = (what: string) => never;

function conformObject(value: Record<string, unknown>, schema: ExtractSchema, path: string): object {
  const kept = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const place = path ? `${path}.${name}` : name;
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    const required = schema.required?.includes(name) === true;
    if (given === undefined || (given === null && !allowsNull(property))) {
      if (required && !allowsNull(property)) throw new Error(`${place} is required`);
      return required ? [[name, null] as const] : [];
    }
    if (given === null && !required) return [];
    return [[name, conform(given, property, place)] as const];
  });
  return Object.fromEntries(kept);
}

function conformArray(
  value: readonly unknown[],
  schema: ExtractSchema,
  path: string,
  refuse: Refuse,
): unknown[] {
  const { minItems = 0, maxItems = MOST_ITEMS, items = {} } = schema;
  const most = Math.min(maxItems, MOST_ITEMS);
  if (value.length > most) refuse(`must have at most ${most} items`);
  if (value.length < minItems) refuse(`must have at least ${minItems} items`);
  return value.map((item, index) => conform(item, items, `${path}[${index}]`));
}

function conformText(value: string, { format }: ExtractSchema, refuse: Refuse): string {
  if (value.length > MOST_CHARACTERS) refuse(`must have at most ${MOST_CHARACTERS} characters`);
  if (format && !FORMATS[format].test(value)) refuse(`must be of format ${format}`);
  return value;
}

function conformNumber(value: number, schema: ExtractSchema, refuse: Refuse): number {
  const { minimum = -Infinity, maximum = Infinity } = schema;
  if (!Number.isFinite(value)) refuse('must be a number');
  if (typeOf(schema) === 'integer' && !Number.isInteger(value)) refuse('must be a whole number');
  if (value < minimum || value > maximum) refuse(`must be from ${minimum} to ${maximum}`);
  return value;
}
