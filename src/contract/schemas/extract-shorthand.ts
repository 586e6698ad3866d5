import { type ExtractSchema, type ExtractType, extractTypes } from './extract-schema.ts';

/**
 * A shorthand for a JSON Schema: an example of the result, `{"recipe": {"name": "string", "steps":
 * ["string"]}}`. A text that names a type means that type; any other text is a description. Numbers and
 * booleans mean their types; a list contains one example.
 */

const NAMED: ReadonlyMap<string, ExtractSchema> = new Map(
  Object.entries({
    string: { type: 'string' },
    text: { type: 'string' },
    number: { type: 'number' },
    float: { type: 'number' },
    integer: { type: 'integer' },
    int: { type: 'integer' },
    boolean: { type: 'boolean' },
    bool: { type: 'boolean' },
    date: { type: 'string', format: 'date' },
  } as const satisfies Record<string, ExtractSchema>),
);

/** Keywords at the root that only a JSON Schema has. */
const KEYWORDS = [
  'properties',
  'items',
  'anyOf',
  'oneOf',
  'allOf',
  'required',
  'additionalProperties',
  'enum',
];

/** True for an example instead of a schema. */
export function isShorthand(schema: Readonly<Record<string, unknown>>): boolean {
  const schematic = isTyped(schema) || KEYWORDS.some((name) => typeof schema[name] === 'object');
  return (
    !schematic && Object.keys(schema).length > 0 && !Object.keys(schema).some((name) => name.startsWith('$'))
  );
}

/** The JSON Schema: the given one, or the one of an example. */
export function schemaMeant(schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return isShorthand(schema) ? { ...expand(schema) } : schema;
}

function expand(example: unknown): ExtractSchema {
  if (typeof example === 'string')
    return NAMED.get(example.trim().toLowerCase()) ?? { type: 'string', description: example };
  if (typeof example === 'number') return { type: 'number' };
  if (typeof example === 'boolean') return { type: 'boolean' };
  if (Array.isArray(example)) return { type: 'array', items: expand(example[0] ?? 'string') };
  if (typeof example !== 'object' || example === null) return { type: 'string' };
  if (isTyped(example as Record<string, unknown>)) return example as ExtractSchema;
  const properties = Object.entries(example).map(([name, inner]) => [name, expand(inner)] as const);
  return { type: 'object', properties: Object.fromEntries(properties) };
}

/** A JSON Schema has a type. */
function isTyped({ type }: Readonly<Record<string, unknown>>): boolean {
  const types = Array.isArray(type) ? type : [type];
  return types.every((one) => extractTypes.includes(one as ExtractType)) && types.length > 0;
}
