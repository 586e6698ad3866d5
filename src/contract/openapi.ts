import * as z from 'zod';
import type { Operation } from './operation.ts';
import { operationIds, operationOf } from './operations/index.ts';
import { INTERFACE_VERSION } from './version.ts';

type Json = Record<string, unknown>;

const meanings: Record<number, string> = {
  400: 'Invalid input',
  401: 'Missing or unknown token',
  402: 'The balance is too low',
  404: 'Not found',
  409: 'Conflict',
  413: 'Too large',
  415: 'Unsupported media type',
  429: 'Too many requests; see Retry-After',
  500: 'Internal error',
  501: 'Not implemented yet',
};

/** The API as an OpenAPI 3.1 document. @param server the base URL, which ends in /v1 */
export function openapi(server = '/v1'): Json {
  const paths: Record<string, Json> = {};
  const schemas: Json = {
    Error: { type: 'object', properties: { error: { type: 'string' } }, required: ['error'] },
  };
  for (const id of operationIds) {
    const operation = operationOf(id);
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describe(operation, schemas),
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
      schemas,
    },
  };
}

function describe(operation: Operation, schemas: Json): Json {
  return {
    operationId: operation.id,
    summary: operation.summary,
    tags: [operation.id.split('.')[0]],
    'x-documented': operation.documented,
    parameters: [
      ...parameters(operation.params, 'path', schemas),
      ...parameters(operation.query, 'query', schemas),
    ],
    ...(operation.body ? { requestBody: requestBody(operation, schemas) } : {}),
    responses: responses(operation, schemas),
  };
}

function parameters(schema: z.ZodObject, place: 'path' | 'query', schemas: Json): Json[] {
  const { properties = {} } = jsonSchema(schema, 'input', schemas) as { properties?: Record<string, Json> };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path',
    ...(description ? { description } : {}),
    schema: rest,
  }));
}

function requestBody({ body, bodyType }: Operation, schemas: Json): Json {
  const type = bodyType === 'multipart' ? 'multipart/form-data' : 'application/json';
  return { required: true, content: { [type]: { schema: body ? jsonSchema(body, 'input', schemas) : {} } } };
}

function responses(operation: Operation, schemas: Json): Json {
  const statuses = [...new Set([...operation.errors, 401, 429, 500])].sort();
  const error = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  return {
    [operation.status]: {
      description: 'Done',
      content: { 'application/json': { schema: jsonSchema(operation.answer, 'output', schemas) } },
    },
    ...Object.fromEntries(
      statuses.map((status) => [status, { description: meanings[status], content: error }]),
    ),
  };
}

/** The JSON Schema of one schema; its named parts are added to `components` and referenced. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output', components: Json): Json {
  const { $schema: _, $defs = {}, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  const suffix = io === 'input' ? 'Input' : '';
  for (const [name, part] of Object.entries($defs)) components[name + suffix] = rename(part, suffix);
  const named = rest.id ? `${rest.id}${suffix}` : undefined;
  if (!named) return rename(rest, suffix) as Json;
  components[named] = rename(rest, suffix);
  return { $ref: `#/components/schemas/${named}` };
}

/** Rewrites references to the components, and drops the `id` keyword, which only named the part. */
function rename(node: unknown, suffix: string): unknown {
  if (Array.isArray(node)) return node.map((item) => rename(item, suffix));
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).filter(([key, value]) => !(key === 'id' && typeof value === 'string'));
  return Object.fromEntries(
    entries.map(([key, value]) => [
      key,
      key === '$ref'
        ? String(value).replace('#/$defs/', '#/components/schemas/') + suffix
        : rename(value, suffix),
    ]),
  );
}
