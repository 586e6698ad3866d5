import type { ExtractSchema, ExtractType } from '../../../../contract/index.ts';

/** The type of a checked schema, without null. */
export function typeOf(schema: ExtractSchema): ExtractType {
  const types =
    schema.type === undefined ? [] : typeof schema.type === 'string' ? [schema.type] : schema.type;
  const own = types.find((type) => type !== 'null');
  if (own) return own;
  if (schema.properties) return 'object';
  if (schema.items) return 'array';
  return types.length > 0 ? 'null' : 'string';
}

export function allowsNull({ type, enum: values, nullable }: ExtractSchema): boolean {
  return (
    nullable === true ||
    type === 'null' ||
    (Array.isArray(type) && type.includes('null')) ||
    values?.includes(null) === true
  );
}
