import type { MomentSchemaCode } from '../../src/contract/index.ts';

const withField = (field: unknown) => ({ type: 'object', properties: { label: field } });

/** One schema for each refused shape, and the path that its message must name; the schema itself is at `s`. */
export const refusedSchemas: Record<MomentSchemaCode, [schema: unknown, path: string]> = {
  schema_not_object: ['text', 's'],
  root_type: [{ type: 'array', properties: { a: { type: 'string' } } }, 's.type'],
  root_keyword: [{ ...withField({ type: 'string' }), minProperties: 1 }, 's.minProperties'],
  properties_missing: [{ type: 'object' }, 's.properties'],
  properties_empty: [{ type: 'object', properties: {} }, 's.properties'],
  field_name: [{ type: 'object', properties: { '1st': { type: 'string' } } }, 's.properties.1st'],
  field_not_object: [withField('string'), 's.properties.label'],
  field_type_missing: [withField({}), 's.properties.label.type'],
  field_type_unknown: [withField({ type: 'date' }), 's.properties.label.type'],
  field_type_union: [withField({ type: ['string', 'null'] }), 's.properties.label.type'],
  field_keyword: [withField({ type: 'string', pattern: '.' }), 's.properties.label.pattern'],
  field_reference: [withField({ $ref: '#/x' }), 's.properties.label.$ref'],
  field_combination: [withField({ anyOf: [] }), 's.properties.label.anyOf'],
  nesting_too_deep: [withField({ type: 'object', properties: {} }), 's.properties.label'],
  array_items_missing: [withField({ type: 'array' }), 's.properties.label.items'],
  array_items_type: [withField({ type: 'array', items: { type: 'date' } }), 's.properties.label.items.type'],
  items_without_array: [withField({ type: 'string', items: {} }), 's.properties.label.items'],
  enum_not_array: [withField({ type: 'string', enum: 'a' }), 's.properties.label.enum'],
  enum_empty: [withField({ type: 'string', enum: [] }), 's.properties.label.enum'],
  enum_type: [withField({ type: 'integer', enum: [1.5] }), 's.properties.label.enum'],
  enum_duplicate: [withField({ type: 'string', enum: ['a', 'a'] }), 's.properties.label.enum'],
  enum_on_array: [
    withField({ type: 'array', items: { type: 'string' }, enum: ['a'] }),
    's.properties.label.enum',
  ],
  description_not_string: [withField({ type: 'string', description: 1 }), 's.properties.label.description'],
  title_not_string: [withField({ type: 'string', title: 5 }), 's.properties.label.title'],
  required_not_array: [{ ...withField({ type: 'string' }), required: 'label' }, 's.required'],
  required_unknown: [{ ...withField({ type: 'string' }), required: ['other'] }, 's.required[0]'],
  required_duplicate: [{ ...withField({ type: 'string' }), required: ['label', 'label'] }, 's.required[1]'],
  additional_properties: [
    { ...withField({ type: 'string' }), additionalProperties: {} },
    's.additionalProperties',
  ],
};
