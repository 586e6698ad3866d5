import { isRecord } from '../../../../contract/record.ts';

/** Longest text in an answer, in characters. A model that repeats itself comes to an end there. */
const TEXT_CHARACTERS = 400;
/** Entries of a list in an answer. */
const LIST_ENTRIES = 50;

/**
 * A schema of the part that every server supports, as the grammar of llama.cpp takes it: one of several types by `oneOf`,
 * texts and lists with an end.
 */
export function grammarSchema(schema: unknown): object {
  if (!isRecord(schema)) return { type: 'null' };
  if (Array.isArray(schema.anyOf)) return { oneOf: schema.anyOf.map(grammarSchema) };
  if (Array.isArray(schema.enum)) return { enum: schema.enum };
  if (schema.type === 'string') return { type: 'string', maxLength: TEXT_CHARACTERS };
  if (schema.type === 'array')
    return { type: 'array', items: grammarSchema(schema.items), maxItems: LIST_ENTRIES };
  if (schema.type !== 'object') return { type: schema.type };
  const properties = isRecord(schema.properties) ? schema.properties : {};
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, grammarSchema(property)]),
    ),
    additionalProperties: false,
  };
}
