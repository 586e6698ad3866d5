/** Builds a request without sending it: to send it, or to show it for --dry-run. */
import type { BodyType } from '../contract/operation.ts';
import { writeQuery } from '../contract/query.ts';
import type { FieldNames } from '../contract/shape.ts';
import { fillPath } from './address.ts';
import { ClientError } from './errors.ts';
import { writeJson } from './json/json.ts';

/** What the client needs of an operation: of the contract, or of the table that the library is built with. */
export interface Sendable {
  readonly method: string;
  readonly path: string;
  readonly bodyType?: BodyType;
  /** The fields of the response: see `misfit`. */
  readonly answer: FieldNames;
}

/** The inputs of any operation; the caller checks them. */
export interface LooseParts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly files?: Readonly<Record<string, string>>;
}

export interface FreeRequest {
  readonly method: string;
  /** Path below the base URL with a leading slash; may contain a query. */
  readonly path: string;
  readonly body?: unknown;
  /** Further headers; with `content`, also its type and length. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes to send instead of JSON. */
  readonly content?: () => AsyncIterable<Uint8Array>;
}

export interface PreparedRequest {
  readonly method: string;
  readonly url: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as multipart body: texts, and paths of local files. */
  readonly parts?: { readonly fields: Record<string, string>; readonly files: Record<string, string> };
  readonly headers?: Readonly<Record<string, string>>;
  readonly content?: () => AsyncIterable<Uint8Array>;
}

/**
 * The request of an operation. @param baseUrl in its normal form @throws ClientError when a path parameter is
 * missing or would change the path
 */
export function prepareRequest(
  baseUrl: string,
  { method, path, bodyType }: Pick<Sendable, 'method' | 'path' | 'bodyType'>,
  parts: LooseParts,
): PreparedRequest {
  const search = writeQuery({ ...parts.query }).toString();
  const url = `${baseUrl}${fillPath(path, parts.params ?? {})}${search && `?${search}`}`;
  if (bodyType === 'multipart')
    return { method, url, parts: { fields: textFields(parts.body), files: { ...parts.files } } };
  return parts.body === undefined ? { method, url } : { method, url, body: parts.body };
}

/** A request outside the contract. Throws a ClientError when its path is not below the base URL. */
export function prepareFreeRequest(baseUrl: string, { method, path, ...rest }: FreeRequest): PreparedRequest {
  if (!path.startsWith('/') || path.startsWith('//'))
    throw new ClientError(`The path ${path} must start with one slash`);
  return { method, url: `${baseUrl}${path}`, ...rest };
}

/** Multipart parts are text: objects become JSON, other values their string form. */
function textFields(body: unknown): Record<string, string> {
  const fields = Object.entries((body ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value !== undefined,
  );
  return Object.fromEntries(
    fields.map(([name, value]) => [name, typeof value === 'object' ? writeJson(value) : String(value)]),
  );
}
