/**
 * The supported subset of JSON Schema for moments and findings: an object whose fields are strings, numbers,
 * integers, booleans or arrays of those; enums; one description per field; no deeper nesting. Every refused
 * shape has a code that stays the same across versions.
 */

import type { Problem } from '../problem.ts';
import { isRecord } from '../record.ts';

export const scalarTypes = ['string', 'number', 'integer', 'boolean'] as const;

/** The code of each refused shape, and what is allowed instead. */
export const momentSchemaCodes = {
  schema_not_object: 'must be a JSON object: {"type": "object", "properties": {...}}',
  root_type: 'must be "object"',
  root_keyword:
    'is not supported at the root; allowed: type, properties, required, description, title, additionalProperties',
  properties_missing: 'is required: an object with one entry per field',
  properties_empty: 'must name at least one field',
  field_name:
    'is not a valid field name: start with a letter or _, then letters, digits and _, at most 64 characters',
  field_not_object: 'must be a JSON object such as {"type": "string"}',
  field_type_missing: `is required: ${scalarTypes.join(', ')} or array`,
  field_type_unknown: `must be one of ${scalarTypes.join(', ')}, array`,
  field_type_union:
    'must be one type, not a list of types: leave the field out of required to make it optional',
  field_keyword: 'is not supported on a field; allowed: type, description, title, enum, items',
  field_reference: 'is not supported: references cannot be followed; write the field out',
  field_combination: 'is not supported: schemas cannot be combined; write one type',
  nesting_too_deep: 'is nested too deeply: a field is a scalar or an array of scalars, never an object',
  array_items_missing: 'is required on an array: {"type": "string"} or another scalar type',
  array_items_type: 'must be a scalar type: string, number, integer or boolean',
  items_without_array: 'belongs to arrays only',
  enum_not_array: 'must be a list of values',
  enum_empty: 'must have at least one value',
  enum_type: 'contains a value that is not of the type of the field',
  enum_duplicate: 'repeats a value',
  enum_on_array: 'belongs on items, not on the array',
  description_not_string: 'must be text',
  title_not_string: 'must be text: the title that a person reads',
  required_not_array: 'must be a list of field names',
  required_unknown: 'names a field that is not in properties',
  required_duplicate: 'names a field twice',
  additional_properties: 'must be true or false',
} as const;

export type MomentSchemaCode = keyof typeof momentSchemaCodes;

const rootKeywords = new Set([
  'type',
  'properties',
  'required',
  'description',
  'title',
  'additionalProperties',
]);
const fieldKeywords = new Set(['type', 'description', 'title', 'enum', 'items']);
const references = new Set(['$ref', '$defs', 'definitions', '$dynamicRef', '$anchor', '$id']);
const combinations = new Set(['anyOf', 'oneOf', 'allOf', 'not', 'if', 'then', 'else']);
const fieldName = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/**
 * Checks one moment or finding schema. @param schema the given value @param path its path, for messages, such
 * as `criterion.moment_schema` @returns all problems, in reading order; empty if the schema is accepted
 */
export function checkMomentSchema(schema: unknown, path: string): Problem[] {
  if (!isRecord(schema)) return [problem('schema_not_object', path)];
  return [
    ...checkRoot(schema, path),
    ...checkProperties(schema.properties, `${path}.properties`),
    ...checkRequired(schema, path),
  ];
}

function checkRoot(schema: Record<string, unknown>, path: string): Problem[] {
  const found: Problem[] = [];
  if (schema.type !== 'object') found.push(problem('root_type', `${path}.type`));
  for (const keyword of Object.keys(schema))
    if (!rootKeywords.has(keyword))
      found.push(problem(unsupported(keyword, 'root_keyword'), `${path}.${keyword}`));
  found.push(...checkWords(schema, path));
  if ('additionalProperties' in schema && typeof schema.additionalProperties !== 'boolean')
    found.push(problem('additional_properties', `${path}.additionalProperties`));
  return found;
}

function checkProperties(properties: unknown, path: string): Problem[] {
  if (!isRecord(properties)) return [problem('properties_missing', path)];
  const fields = Object.entries(properties);
  if (fields.length === 0) return [problem('properties_empty', path)];
  return fields.flatMap(([name, field]) => [
    ...(fieldName.test(name) ? [] : [problem('field_name', `${path}.${name}`)]),
    ...checkField(field, `${path}.${name}`),
  ]);
}

function checkField(field: unknown, path: string): Problem[] {
  if (!isRecord(field)) return [problem('field_not_object', path)];
  const found = [...checkKeywords(field, path), ...checkType(field, path), ...checkWords(field, path)];
  return [...found, ...(field.type === 'array' ? checkArray(field, path) : checkScalar(field, path))];
}

/** Words for people: title and description. */
function checkWords(part: Record<string, unknown>, path: string): Problem[] {
  const isWrong = (name: string) => name in part && typeof part[name] !== 'string';
  return [
    ...(isWrong('description') ? [problem('description_not_string', `${path}.description`)] : []),
    ...(isWrong('title') ? [problem('title_not_string', `${path}.title`)] : []),
  ];
}

function checkKeywords(field: Record<string, unknown>, path: string): Problem[] {
  if (field.type === 'object' || 'properties' in field) return [];
  return Object.keys(field)
    .filter((keyword) => !fieldKeywords.has(keyword))
    .map((keyword) => problem(unsupported(keyword, 'field_keyword'), `${path}.${keyword}`));
}

function checkType(field: Record<string, unknown>, path: string): Problem[] {
  const { type } = field;
  if (type === 'object' || 'properties' in field) return [problem('nesting_too_deep', path)];
  if (Object.keys(field).some((keyword) => references.has(keyword) || combinations.has(keyword))) return [];
  if (type === undefined) return [problem('field_type_missing', `${path}.type`)];
  if (Array.isArray(type)) return [problem('field_type_union', `${path}.type`)];
  if (type !== 'array' && !isScalarType(type)) return [problem('field_type_unknown', `${path}.type`)];
  return [];
}

function checkScalar(field: Record<string, unknown>, path: string): Problem[] {
  if ('items' in field) return [problem('items_without_array', `${path}.items`)];
  return 'enum' in field ? checkEnum(field.enum, field.type, `${path}.enum`) : [];
}

function checkArray(field: Record<string, unknown>, path: string): Problem[] {
  const found = 'enum' in field ? [problem('enum_on_array', `${path}.enum`)] : [];
  const { items } = field;
  if (items === undefined) return [...found, problem('array_items_missing', `${path}.items`)];
  if (!isRecord(items)) return [...found, problem('array_items_type', `${path}.items`)];
  if (items.type === 'object' || items.type === 'array' || 'properties' in items)
    return [...found, problem('nesting_too_deep', `${path}.items`)];
  if (!isScalarType(items.type)) return [...found, problem('array_items_type', `${path}.items.type`)];
  const at = `${path}.items`;
  return [...found, ...checkKeywords(items, at), ...checkWords(items, at), ...checkScalar(items, at)];
}

function checkEnum(values: unknown, type: unknown, path: string): Problem[] {
  if (!Array.isArray(values)) return [problem('enum_not_array', path)];
  if (values.length === 0) return [problem('enum_empty', path)];
  if (new Set(values.map((value) => JSON.stringify(value))).size < values.length)
    return [problem('enum_duplicate', path)];
  return isScalarType(type) && !values.every((value) => isOfType(value, type))
    ? [problem('enum_type', path)]
    : [];
}

function checkRequired(schema: Record<string, unknown>, path: string): Problem[] {
  if (!('required' in schema)) return [];
  const { required, properties } = schema;
  if (!Array.isArray(required) || required.some((name) => typeof name !== 'string'))
    return [problem('required_not_array', `${path}.required`)];
  const known = isRecord(properties) ? properties : {};
  return required.flatMap((name: string, index) => {
    const at = `${path}.required[${index}]`;
    if (!Object.hasOwn(known, name)) return [problem('required_unknown', at)];
    return required.indexOf(name) < index ? [problem('required_duplicate', at)] : [];
  });
}

function unsupported(keyword: string, fallback: MomentSchemaCode): MomentSchemaCode {
  if (references.has(keyword)) return 'field_reference';
  return combinations.has(keyword) ? 'field_combination' : fallback;
}

function isOfType(value: unknown, type: (typeof scalarTypes)[number]): boolean {
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

const isScalarType = (type: unknown): type is (typeof scalarTypes)[number] =>
  scalarTypes.some((scalar) => scalar === type);

const problem = (code: MomentSchemaCode, path: string): Problem => ({
  path,
  message: momentSchemaCodes[code],
  code,
});
