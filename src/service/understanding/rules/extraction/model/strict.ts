import type { ExtractSchema } from '../../../../../contract/index.ts';
import { allowsNull, typeOf } from '../schema-types.ts';

/** Formats in words, because not every server supports `format`. */
const FORMATS: Readonly<Record<NonNullable<ExtractSchema['format']>, string>> = {
  date: 'a date as YYYY-MM-DD',
  'date-time': 'a date and time as RFC 3339 has it',
  time: 'a time as HH:MM:SS',
  email: 'an e-mail address',
  uri: 'a whole URL',
  url: 'a whole URL',
  phone: 'a telephone number',
};

/**
 * Reduces a schema to the part of JSON Schema that every server supports: all properties are required, optional ones
 * may be null (by anyOf), no other properties are allowed, and formats are in the description.
 */
export function strictSchema(schema: ExtractSchema): object {
  const said = [schema.description, schema.format && FORMATS[schema.format]].filter(Boolean).join('; ');
  const described = said ? { description: said } : {};
  if (schema.enum) {
    const values = schema.enum.filter((value) => value !== null);
    return { type: typeof values[0] === 'number' ? 'number' : typeOf(schema), enum: values, ...described };
  }
  const type = typeOf(schema);
  if (type === 'array') return { type, items: strictSchema(schema.items ?? {}), ...described };
  if (type !== 'object') return { type, ...described };
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const needed = schema.required?.includes(name) && !allowsNull(property);
    const strict = strictSchema(property);
    return [name, needed ? strict : { anyOf: [strict, { type: 'null' }] }] as const;
  });
  return {
    type,
    properties: Object.fromEntries(properties),
    required: properties.map(([name]) => name),
    additionalProperties: false,
    ...described,
  };
}
