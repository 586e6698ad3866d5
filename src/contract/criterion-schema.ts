/** The JSON Schema for criterion files in editors; assets/criterion.schema.json is generated from it. */
import * as z from 'zod';
import { attachBody } from './resources/derived/criterion.ts';
import { scalarTypes } from './schemas/moment-schema.ts';

type Json = Record<string, unknown>;

/**
 * JSON Schema (draft-07, which every editor supports) of a criterion file: a criterion, or an attach body
 * that contains one. `--check` covers the rules that a schema cannot express.
 */
export function criterionFileSchema(): Json {
  const { definitions } = withoutIds(draft7(attachBody)) as { definitions: Record<string, Json> };
  const { MomentCriterionAttach: body = {}, ...parts } = definitions;
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Moment criterion',
    description: 'A criterion for a moments collection, or the whole attach body.',
    definitions: { ...parts, MomentSchema: momentSchema },
    if: { required: ['criterion'] },
    // biome-ignore lint/suspicious/noThenProperty: it is the keyword of JSON Schema.
    then: withSchemaKey(body),
    else: withSchemaKey(parts.MomentCriterion ?? {}),
  };
}

function draft7(schema: z.ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    target: 'draft-7',
    unrepresentable: 'any',
  });
  return rest;
}

/** Editors find the schema by this key; the criterion does not include it. */
const withSchemaKey = (schema: Json): Json => ({
  ...schema,
  properties: { $schema: { type: 'string' }, ...(schema.properties as Json) },
});

/** An `id` would change the address of a part. */
function withoutIds(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutIds);
  if (typeof node !== 'object' || node === null) return node;
  const kept = Object.entries(node).filter(([key, value]) => key !== 'id' || typeof value !== 'string');
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutIds(value)]));
}

const text = { type: 'string' };
const facts = { title: text, description: text };
const scalar = {
  type: 'object',
  properties: {
    type: { enum: scalarTypes },
    ...facts,
    enum: { type: 'array', minItems: 1, uniqueItems: true },
  },
  required: ['type'],
  additionalProperties: false,
};

/** The subset that moment-schema.ts accepts, as a schema of schemas. */
const momentSchema = {
  type: 'object',
  description: 'A JSON Schema: an object of strings, numbers, integers, booleans or arrays of those',
  properties: {
    type: { const: 'object' },
    ...facts,
    properties: {
      type: 'object',
      minProperties: 1,
      propertyNames: { pattern: '^[A-Za-z_][A-Za-z0-9_]{0,63}$' },
      additionalProperties: {
        if: { type: 'object', properties: { type: { const: 'array' } }, required: ['type'] },
        // biome-ignore lint/suspicious/noThenProperty: it is the keyword of JSON Schema.
        then: {
          properties: { type: { const: 'array' }, ...facts, items: scalar },
          required: ['items'],
          additionalProperties: false,
        },
        else: scalar,
      },
    },
    required: { type: 'array', items: text, uniqueItems: true },
    additionalProperties: { type: 'boolean' },
  },
  required: ['type', 'properties'],
  additionalProperties: false,
};
