import type { z } from 'zod';

/** HTTP methods of the API. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * What a token may do. Each scope includes those before it: `read` reads and searches, `write` changes what belongs to the
 * account, `admin` manages webhooks too, which hold secrets and send data elsewhere.
 */
export const scopes = ['read', 'write', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** Content type of a request body. */
export type BodyType = 'json' | 'multipart';

/**
 * One operation of the API, as data. The service binds a handler to it and the client sends it; openapi.json,
 * the commands and the conformance tests are derived from it.
 */
export interface Operation {
  readonly id: string;
  readonly method: Method;
  /** Path below the base URL (which ends in /v1), with `{name}` for each path parameter. */
  readonly path: string;
  /** True for the thirteen operations of the API reference, false for their companions. */
  readonly documented: boolean;
  /** One line for help, manual and openapi.json. */
  readonly summary: string;
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  readonly body?: z.ZodType;
  readonly bodyType?: BodyType;
  /** The success response as the service writes it; clients read it leniently (see check.ts). */
  readonly answer: z.ZodType;
  readonly status: 200 | 201;
  /** The scope that a token needs. Default: `read` for GET, else `write`; see `scopeOf`. */
  readonly scope?: Scope;
  /** True for a POST that only asks: nothing changes but the list of what was asked. */
  readonly asks?: true;
  /** Error statuses of this operation, besides 401, 429 and 500, which every operation has. */
  readonly errors: readonly number[];
}

/** The scope that a token needs for an operation. */
export function scopeOf({ scope, method }: Pick<Operation, 'scope' | 'method'>): Scope {
  return scope ?? (method === 'GET' ? 'read' : 'write');
}

/** What an operation does to what the account has. */
export type Effect = 'none' | 'change' | 'deletion';

/** The effect of an operation, by its method, and for what is sent by POST by its scope and whether it only asks. */
export function effectOf(operation: Pick<Operation, 'scope' | 'method' | 'asks'>): Effect {
  if (operation.method === 'DELETE') return 'deletion';
  const reads = operation.method === 'GET' || operation.scope === 'read' || operation.asks === true;
  return reads ? 'none' : 'change';
}

/** Keeps the literal types of an operation and checks its shape. */
export const operation = <const O extends Operation>(data: O): O => data;
