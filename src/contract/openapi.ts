import * as z from 'zod';
import type { Operation } from './operation.ts';
import { operationIds, operationOf } from './operations/index.ts';
import { INTERFACE_VERSION } from './version.ts';

type Json = Record<string, unknown>;

const meanings: Record<number, string> = {
  400: 'Bad input',
  401: 'Missing or unknown token',
  402: 'The balance does not cover it',
  404: 'Not found',
  409: 'Conflict',
  413: 'Too large',
  415: 'Unsupported media type',
  429: 'Too many requests; Retry-After says when',
  500: 'Fault of the service',
  501: 'Not built yet',
};

/**
 * The interface as an OpenAPI 3.1 document.
 * @param server the base address, which ends in /v1
 */
export function openapi(server = '/v1'): Json {
  const paths: Record<string, Json> = {};
  for (const id of operationIds) {
    const operation = operationOf(id);
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describe(operation),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Video and audio understanding',
      version: INTERFACE_VERSION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: server }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: { type: 'object', properties: { error: { type: 'string' } }, required: ['error'] } },
    },
  };
}

function describe(operation: Operation): Json {
  return {
    operationId: operation.id,
    summary: operation.summary,
    tags: [operation.id.split('.')[0]],
    'x-documented': operation.documented,
    parameters: [...parameters(operation.params, 'path'), ...parameters(operation.query, 'query')],
    ...(operation.body ? { requestBody: requestBody(operation) } : {}),
    responses: responses(operation),
  };
}

function parameters(schema: z.ZodObject, place: 'path' | 'query'): Json[] {
  const { properties = {} } = jsonSchema(schema, 'input') as { properties?: Record<string, Json> };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path',
    ...(description ? { description } : {}),
    schema: rest,
  }));
}

function requestBody({ body, bodyType }: Operation): Json {
  const type = bodyType === 'multipart' ? 'multipart/form-data' : 'application/json';
  return { required: true, content: { [type]: { schema: body ? jsonSchema(body, 'input') : {} } } };
}

function responses(operation: Operation): Json {
  const statuses = [...new Set([...operation.errors, 401, 429, 500])].sort();
  const error = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  return {
    [operation.status]: {
      description: 'Done',
      content: { 'application/json': { schema: jsonSchema(operation.answer, 'output') } },
    },
    ...Object.fromEntries(
      statuses.map((status) => [status, { description: meanings[status], content: error }]),
    ),
  };
}

/** Self-contained JSON Schema of one schema; named parts are written out in place. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const {
    $schema: _,
    $defs,
    ...rest
  } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' });
  return inline(rest, ($defs ?? {}) as Record<string, unknown>) as Json;
}

function inline(node: unknown, definitions: Record<string, unknown>): unknown {
  if (Array.isArray(node)) return node.map((item) => inline(item, definitions));
  if (typeof node !== 'object' || node === null) return node;
  const reference = (node as Json).$ref;
  if (typeof reference === 'string')
    return inline(definitions[reference.split('/').at(-1) ?? ''] ?? {}, definitions);
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => key !== 'id' || typeof (node as Json).id !== 'string')
      .map(([key, value]) => [key, inline(value, definitions)]),
  );
}
