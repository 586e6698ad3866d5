/**
 * The contract as an OpenAPI 3.1 document: operations and their schemas come in; paths, components, errors and
 * examples that fit go out as JSON.
 */

import * as z from 'zod';
import { type Operation, scopeOf } from '../operation.ts';
import { operationIds, operationOf } from '../operations/index.ts';
import { INTERFACE_VERSION } from '../version.ts';
import { exampleOf } from './example.ts';
import { uploadPaths } from './openapi-uploads.ts';

const FILE = '3f6c1d2e-8a4b-4c5d-9e6f-7a8b9c0d1e2f';

/** Bodies of operations whose rules say more than their schema: one made from the schema would be refused. */
const bodyExamples: Readonly<Record<string, unknown>> = {
  'media.add': { file_id: FILE },
  'search.run': { scope: 'segment', query: 'When is the launch?', collections: [FILE] },
  'face-match.create': {
    source_image: { url: 'https://media.example.com/ada.jpg' },
    target_video_url: 'https://media.example.com/launch.mp4',
  },
  'page-link.create': { page: 'jobs' },
  'query.run': { sql: 'select speaker, count(*) as lines from speech group by speaker' },
  'extract.create': { url: 'https://media.example.com/launch.mp4', prompt: 'People and prices' },
};

type Json = Record<string, unknown>;

const meanings: Record<number, string> = {
  400: 'Invalid input',
  401: 'Missing or unknown token',
  402: 'The balance is too low',
  403: 'The scope of the token is too narrow',
  404: 'Not found',
  408: 'The body came too slowly',
  409: 'Conflict',
  412: 'This version of the protocol is not supported',
  413: 'Too large',
  415: 'Unsupported media type',
  423: 'Another request sends to the same upload',
  429: 'Too many requests; see Retry-After',
  460: 'The checksum does not match',
  500: 'Internal error',
  501: 'Not implemented yet',
  507: 'The disk of the service is full',
};

/** What the error of a response says, for example. */
const errorExamples: Record<number, string> = {
  400: 'field name is required',
  401: 'a valid token is required',
  402: 'the balance is 3 credits, and this needs 12',
  403: 'this token has the scope read, and this request needs write',
  404: 'file 3f6c1d2e-8a4b-4c5d-9e6f-7a8b9c0d1e2f does not exist',
  408: 'the body is too slow: after 60 s, at least 500 bytes per second are required',
  409: 'a collection with this name exists already',
  412: 'Tus-Resumable 0.2.2 is not supported; allowed: 1.0.0',
  413: 'the body is larger than the 8388608 bytes allowed',
  415: 'the body must be application/json',
  423: 'another request took over this upload',
  429: 'too many requests with this token: 200 per second are allowed; try again in 1 s',
  500: 'internal error; see the service log, request 3f6c1d2e-8a4b-4c5d-9e6f-7a8b9c0d1e2f',
  460: 'the checksum of these bytes differs from Upload-Checksum: they were not kept',
  501: 'not implemented yet',
  507: "the service's disk is full: nothing was saved; free some space, then try again",
};

/** Headers of every response. */
const headers: Json = {
  'x-request-id': { description: 'Names the request in the log of the service', schema: { type: 'string' } },
};
const retryAfter: Json = {
  'retry-after': { description: 'Seconds to wait before the next request', schema: { type: 'integer' } },
};

/** The API as an OpenAPI 3.1 document. @param server the base URL, which ends in /v1 */
export function openapi(server = '/v1'): Json {
  const paths: Record<string, Json> = {};
  const schemas: Json = {
    Error: {
      type: 'object',
      properties: { error: { type: 'string', description: 'What is wrong, and what to do' } },
      required: ['error'],
    },
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
    paths: { ...paths, ...uploadPaths(errorResponse) },
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
    description: `Needs a token with the scope ${scopeOf(operation)}.`,
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

function requestBody({ id, body, bodyType }: Operation, schemas: Json): Json {
  const type = bodyType === 'multipart' ? 'multipart/form-data' : 'application/json';
  const schema = body ? jsonSchema(body, 'input', schemas) : {};
  if (bodyType === 'multipart') return { required: true, content: { [type]: { schema } } };
  const example = bodyExamples[id] ?? exampleOf(schema, { schemas, brief: true });
  return { required: true, content: { [type]: { schema, example } } };
}

function responses(operation: Operation, schemas: Json): Json {
  const statuses = [...new Set([...operation.errors, 401, 403, 429, 500])].sort();
  const schema = jsonSchema(operation.answer, 'output', schemas);
  return {
    [operation.status]: {
      description: 'Done',
      headers,
      content: { 'application/json': { schema, example: exampleOf(schema, { schemas }) } },
    },
    ...Object.fromEntries(statuses.map((status) => [status, errorResponse(status)])),
  };
}

function errorResponse(status: number): Json {
  return {
    description: meanings[status],
    headers: status === 429 ? { ...headers, ...retryAfter } : headers,
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        example: { error: errorExamples[status] },
      },
    },
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
