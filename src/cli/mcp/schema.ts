/** JSON Schemas as agents get them: from the contract, without what only takes room in a conversation. */
import * as z from 'zod';

/** A schema as JSON Schema; what has none, such as files, is anything. */
export const jsonSchema = (schema: z.ZodType): Record<string, unknown> =>
  lean(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })) as Record<string, unknown>;

/** The input of a tool. */
export const objectSchema = (input: z.ZodObject): { type: 'object'; [key: string]: unknown } => ({
  ...jsonSchema(input),
  type: 'object',
});

/** Keywords that tell an agent nothing: the check names what is allowed. */
const needless = new Set([
  ...[
    '$schema',
    'id',
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
    'pattern',
    'format',
    'propertyNames',
  ],
  'additionalProperties',
]);

function lean(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((one) => lean(one));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([key, one]) => isNames || !(needless.has(key) || one === Number.MAX_SAFE_INTEGER),
  );
  return Object.fromEntries(kept.map(([key, one]) => [key, lean(one, !isNames && key === 'properties')]));
}
