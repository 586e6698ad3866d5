import { tus, type UploadRoute, uploadRoutes } from '../resumable.ts';

type Json = Record<string, unknown>;

/** How an answer with this status is described; that of an error. */
export type ErrorOf = (status: number) => Json;

/** The requests of resumable uploads as paths of an OpenAPI document. @param errorOf describes an error */
export function uploadPaths(errorOf: ErrorOf): Record<string, Json> {
  const paths: Record<string, Json> = {};
  for (const route of uploadRoutes)
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: describe(route, errorOf) };
  return paths;
}

function describe(route: UploadRoute, errorOf: ErrorOf): Json {
  const { id, summary, path, method, status, answers, asks = {}, optional = [] } = route;
  const errors = [...route.errors, 401, 403, 429, 500].sort((one, other) => one - other);
  const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    description: 'ID of the upload',
    schema: { type: 'string' },
  }));
  const headers = Object.entries(asks).map(([name, description]) => ({
    name,
    in: 'header',
    required: !optional.includes(name),
    description,
    schema: { type: 'string' },
  }));
  return {
    operationId: id,
    summary,
    description: `Needs a token with the scope write. Protocol: tus ${tus.version}, with its header Tus-Resumable: ${tus.version}.`,
    tags: ['upload'],
    'x-documented': false,
    parameters: [...inPath, ...headers],
    ...(method === 'PATCH' ? { requestBody: bytesBody } : {}),
    responses: {
      [status]: {
        description: 'Done',
        headers: Object.fromEntries(
          Object.entries(answers).map(([name, description]) => [
            name,
            { description, schema: { type: 'string' } },
          ]),
        ),
        ...(status === 200 ? { content: { 'application/json': state } } : {}),
      },
      ...Object.fromEntries(errors.map((error) => [error, errorOf(error)])),
    },
  };
}

const bytesBody: Json = {
  required: true,
  content: { [tus.contentType]: { schema: { type: 'string', format: 'binary' } } },
};

const integer = { type: 'integer' };

/** The state of an upload, for GET. */
const state: Json = {
  schema: {
    type: 'object',
    properties: {
      id: { type: 'string' },
      object: { const: 'upload' },
      offset: { ...integer, description: 'Bytes that the service has' },
      bytes: { ...integer, description: 'Size of the file' },
      expires_at: { ...integer, description: 'Unix ms' },
      file_id: { type: 'string', description: 'The file, once it is whole' },
    },
    required: ['id', 'object', 'offset', 'bytes', 'expires_at'],
  },
  example: {
    id: '3f6c1d2e-8a4b-4c5d-9e6f-7a8b9c0d1e2f',
    object: 'upload',
    offset: 1_048_576,
    bytes: 52_428_800,
    expires_at: 1_790_000_000_000,
  },
};
