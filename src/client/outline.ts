/** A request as it will be sent, before anything is: for sending it, and for showing it instead. */
import type { OperationId } from '../contract/operations/index.ts';
import { loadOperation } from '../contract/operations/load.ts';
import { writeQuery } from '../contract/query.ts';
import { fillPath } from './address.ts';
import { ClientError } from './errors.ts';
import { writeJson } from './json.ts';

/** The parts of any operation, checked elsewhere. */
export interface LooseParts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly files?: Readonly<Record<string, string>>;
}

export interface FreeRequest {
  readonly method: string;
  /** Below the base address, beginning with a slash; may carry a query. */
  readonly path: string;
  readonly body?: unknown;
}

export interface Outline {
  readonly method: string;
  readonly url: string;
  /** What is sent as JSON. */
  readonly body?: unknown;
  /** What is sent as the parts of a multipart body: texts, and paths of local files. */
  readonly parts?: { readonly fields: Record<string, string>; readonly files: Record<string, string> };
}

/**
 * An operation as a request.
 * @param baseUrl in its one form
 * @throws ClientError when a path parameter is missing or would change the path
 */
export async function outlineOf(baseUrl: string, id: OperationId, parts: LooseParts): Promise<Outline> {
  const { method, path, bodyType } = await loadOperation(id);
  const search = writeQuery({ ...parts.query }).toString();
  const url = `${baseUrl}${fillPath(path, parts.params ?? {})}${search && `?${search}`}`;
  if (bodyType === 'multipart')
    return { method, url, parts: { fields: textFields(parts.body), files: { ...parts.files } } };
  return parts.body === undefined ? { method, url } : { method, url, body: parts.body };
}

/** A request outside the contract. Throws a ClientError when its path is none below the base address. */
export function freeOutline(baseUrl: string, { method, path, body }: FreeRequest): Outline {
  if (!path.startsWith('/') || path.startsWith('//'))
    throw new ClientError(`The path ${path} must begin with one slash`);
  const url = `${baseUrl}${path}`;
  return body === undefined ? { method, url } : { method, url, body };
}

/** Multipart carries text only: objects travel as JSON text, the rest as it prints. */
function textFields(body: unknown): Record<string, string> {
  const fields = Object.entries((body ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value !== undefined,
  );
  return Object.fromEntries(
    fields.map(([name, value]) => [name, typeof value === 'object' ? writeJson(value) : String(value)]),
  );
}
