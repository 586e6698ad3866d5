/** A command as JSON Schema, for `vau schema COMMAND`. */

import * as z from 'zod';
import type { Operation } from '../../contract/operation.ts';
import { operationOf } from '../../contract/operations/index.ts';
import { isRecord } from '../../contract/record.ts';
import { entryOf } from '../model/catalogue/catalogue.ts';
import type { Example } from '../model/examples.ts';
import type { Command } from '../model/model.ts';
import type { Value } from '../model/values.ts';
import { snake } from '../model/values.ts';
import { type StatusMeaning, statusesOf } from './exit-statuses.ts';

type Json = Record<string, unknown>;

export interface CommandSchema {
  command: string;
  summary: string;
  operation?: string;
  method?: string;
  path?: string;
  documented: boolean;
  /** The request by the contract: params, query and body. Without an operation: the arguments and flags. */
  input: Json;
  /** The response by the contract; omitted for a command without an operation. */
  output?: Json;
  exit_statuses: StatusMeaning[];
  examples: Example[];
}

/**
 * Input and output of a command as JSON Schema (2020-12). @param depth levels of fields to write out, at least 1;
 * default: all of them
 */
export function schemaOf(command: Command, depth?: number): CommandSchema {
  const cut = (schema: Json) => (depth === undefined ? schema : (upTo(schema, depth, schema.$defs) as Json));
  const { group, summary, operation: id } = entryOf(command.name);
  const operation = id && operationOf(id);
  return {
    command: command.name,
    summary,
    ...(operation ? { operation: operation.id, method: operation.method, path: operation.path } : {}),
    documented: group === 'documented',
    ...(operation
      ? { input: cut(requestSchema(operation)), output: cut(toJson(operation.answer, 'output')) }
      : { input: typedSchema(command) }),
    exit_statuses: statusesOf(command),
    examples: command.examples.map(({ does, line }) => ({ does, line: `vau ${line}` })),
  };
}

/**
 * A schema without the fields below a depth: there, an object keeps its description and the names of its fields.
 * Named parts are put where they are used.
 */
function upTo(node: unknown, depth: number, parts: unknown): unknown {
  if (Array.isArray(node)) return node.map((item) => upTo(item, depth, parts));
  if (!isRecord(node)) return node;
  if (typeof node.$ref === 'string') {
    const { $ref, ...own } = node;
    const part = isRecord(parts) ? parts[$ref.slice('#/$defs/'.length)] : undefined;
    return isRecord(part) ? upTo({ ...part, ...own }, depth, parts) : node;
  }
  const { $defs: _, id: _id, properties, required, ...rest } = node;
  const around = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, upTo(value, depth, parts)]),
  );
  if (!isRecord(properties)) return around;
  const names = Object.keys(properties);
  if (depth === 0)
    return names.length === 0 ? around : { ...around, $comment: `fields: ${names.join(', ')}` };
  const fields = names.map((name) => [name, upTo(properties[name], depth - 1, parts)]);
  return { ...around, properties: Object.fromEntries(fields), ...(required ? { required } : {}) };
}

function requestSchema({ params, query, body }: Operation): Json {
  return toJson(z.object({ params, query, ...(body ? { body } : {}) }), 'input');
}

/** Types without a JSON Schema, such as dates and files, allow any value. */
function toJson(schema: z.ZodType, io: 'input' | 'output'): Json {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
}

/** The arguments and flags by name, for a command without an operation. */
function typedSchema(command: Command): Json {
  const needed = Object.entries(command.arguments).filter(([, { optional }]) => !optional);
  const values = [
    ...Object.entries(command.arguments).map(([name, { value }]) => [name, value] as const),
    ...Object.entries(command.flags),
  ];
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: Object.fromEntries(values.map(([name, value]) => [snake(name), valueSchema(value)])),
    required: needed.map(([name]) => snake(name)),
    additionalProperties: false,
  };
}

const types: Partial<Record<Value['kind'], string>> = {
  integer: 'integer',
  number: 'number',
  seconds: 'number',
  switch: 'boolean',
  object: 'object',
};

function valueSchema({ kind, help, choices, open, repeated }: Value): Json {
  const anything = kind === 'json' || kind === 'document';
  const one = {
    ...(anything ? {} : { type: types[kind] ?? 'string' }),
    ...(choices ? { [open ? 'examples' : 'enum']: choices } : {}),
  };
  return repeated ? { type: 'array', items: one, description: help } : { ...one, description: help };
}
