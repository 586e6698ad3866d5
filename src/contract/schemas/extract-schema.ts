/**
 * The supported subset of JSON Schema for extractions: objects and arrays of text, numbers and booleans,
 * enums and null, nested up to `depth`. Anything else is refused with its path instead of being ignored.
 */

import type { Problem } from '../problem.ts';
import { isRecord } from '../record.ts';
import { limits } from '../values/limits.ts';

export const extractTypes = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'] as const;
export type ExtractType = (typeof extractTypes)[number];

/** The supported text formats; each has one exact meaning. */
const extractFormats = ['date', 'date-time', 'time', 'email', 'uri', 'url', 'phone'] as const;

/** A checked schema. */
export interface ExtractSchema {
  readonly type?: ExtractType | readonly ExtractType[];
  readonly properties?: { readonly [name: string]: ExtractSchema };
  readonly required?: readonly string[];
  readonly items?: ExtractSchema;
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly format?: (typeof extractFormats)[number];
  readonly title?: string;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly additionalProperties?: boolean;
  readonly nullable?: boolean;
}

/** Keywords that only describe. */
const notes = ['title', 'description', 'examples', 'default', '$schema', '$id', '$comment'];
const keywords = new Set([
  ...notes,
  ...['type', 'properties', 'required', 'items', 'enum', 'format', 'additionalProperties'],
  ...['minimum', 'maximum', 'minItems', 'maxItems', 'nullable'],
]);
const { depth: DEPTH, properties: PROPERTIES, values: VALUES, characters: CHARACTERS } = limits.extractSchema;

interface Look {
  readonly found: Problem[];
  properties: number;
}

/**
 * Checks the schema of an extraction. @param path its path, for messages @returns all problems, in reading
 * order; empty if the schema is accepted
 */
export function checkExtractSchema(schema: unknown, path: string): Problem[] {
  const look: Look = { found: [], properties: 0 };
  if (JSON.stringify(schema)?.length > CHARACTERS)
    return [{ path, message: `must have at most ${CHARACTERS} characters as JSON` }];
  if (!isRecord(schema) || schema.type !== 'object' || !isRecord(schema.properties))
    return [
      {
        path: isRecord(schema) && schema.type === 'object' ? at(path, 'properties') : at(path, 'type'),
        message: 'must be a JSON Schema of an object: {"type": "object", "properties": {...}}',
      },
    ];
  node(look, schema, path, 1);
  return look.found;
}

function node(look: Look, schema: unknown, path: string, depth: number): void {
  const say = (where: string, message: string) => look.found.push({ path: where, message });
  if (!isRecord(schema)) return void say(path, 'must be a JSON Schema, such as {"type": "string"}');
  if (depth > DEPTH) return void say(path, `is nested too deeply: ${DEPTH} levels at most`);
  for (const keyword of Object.keys(schema))
    if (!keywords.has(keyword)) say(at(path, keyword), refusal(keyword));
  const types = typesOf(schema);
  if (types.length === 0 || types.some((type) => !extractTypes.includes(type as ExtractType)))
    return void say(at(path, 'type'), `must be one of ${extractTypes.join(', ')}, or one of them and null`);
  if (types.filter((type) => type !== 'null').length > 1)
    say(at(path, 'type'), 'must be one type, or one type and null');
  for (const name of ['title', 'description', 'format'])
    if (name in schema && typeof schema[name] !== 'string') say(at(path, name), 'must be text');
  if (typeof schema.format === 'string' && !extractFormats.some((one) => one === schema.format))
    say(at(path, 'format'), `must be one of ${extractFormats.join(', ')}`);
  for (const name of ['minimum', 'maximum', 'minItems', 'maxItems'])
    if (name in schema && typeof schema[name] !== 'number') say(at(path, name), 'must be a number');
  if ('enum' in schema) checkEnum(look, schema.enum, at(path, 'enum'));
  if (types.includes('object')) checkObject(look, schema, path, depth);
  if (types.includes('array')) node(look, schema.items, at(path, 'items'), depth + 1);
}

function checkObject(look: Look, schema: Record<string, unknown>, path: string, depth: number): void {
  const { properties, required = [] } = schema;
  const where = at(path, 'properties');
  const say = (place: string, message: string) => look.found.push({ path: place, message });
  if (!isRecord(properties) || Object.keys(properties).length === 0)
    return void say(where, 'must be an object that names at least one property');
  for (const [name, inner] of Object.entries(properties)) {
    look.properties += 1;
    if (look.properties === PROPERTIES + 1)
      say(at(where, name), `is one property too many: ${PROPERTIES} at most in the whole schema`);
    if (look.properties > PROPERTIES) return;
    if (!NAME.test(name) || RESERVED.has(name))
      say(
        at(where, name),
        'is not a valid property name: use letters, digits, _, -, . and spaces, at most 64 characters',
      );
    else node(look, inner, at(where, name), depth + 1);
  }
  if (!Array.isArray(required) || required.some((name) => typeof name !== 'string'))
    say(at(path, 'required'), 'must be a list of names');
  else
    for (const [index, name] of required.entries())
      if (!Object.hasOwn(properties, name))
        say(`${at(path, 'required')}[${index}]`, 'names a property that is not in properties');
  const more = schema.additionalProperties;
  if (more !== undefined && typeof more !== 'boolean')
    say(at(path, 'additionalProperties'), 'must be true or false');
}

const NAME = /^[\p{L}_][\p{L}\p{N}_ .-]{0,63}$/u;
/** Names with a meaning in JavaScript. */
const RESERVED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

function checkEnum(look: Look, values: unknown, path: string): void {
  if (!Array.isArray(values) || values.length === 0)
    look.found.push({ path, message: 'must be a list of at least one value' });
  else if (values.length > VALUES) look.found.push({ path, message: `must have at most ${VALUES} values` });
  else if (values.some((value) => value !== null && typeof value === 'object'))
    look.found.push({ path, message: 'must contain only text, numbers, booleans and null' });
}

/** The types of a schema: explicit, or implied by its keywords. */
function typesOf({ type, properties, items, enum: values }: Record<string, unknown>): unknown[] {
  if (type !== undefined) return Array.isArray(type) ? type : [type];
  if (properties !== undefined) return ['object'];
  if (items !== undefined) return ['array'];
  return Array.isArray(values) ? ['string'] : [];
}

function refusal(keyword: string): string {
  if (keyword === '$ref' || keyword === '$defs' || keyword === 'definitions')
    return 'is not supported: references are not followed; write the schema out instead';
  if (['anyOf', 'oneOf', 'allOf', 'not', 'if', 'then', 'else'].includes(keyword))
    return 'is not supported: schemas cannot be combined; for a value that may be null write "type": ["string", "null"]';
  return `is not supported; use ${[...keywords].filter((one) => !notes.includes(one)).join(', ')}`;
}

const at = (path: string, name: string) => (path ? `${path}.${name}` : name);
