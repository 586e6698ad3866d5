import type { z } from 'zod';

/** HTTP methods of the API. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

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
  /** Error statuses of this operation, besides 401, 429 and 500, which every operation has. */
  readonly errors: readonly number[];
}

/** Keeps the literal types of an operation and checks its shape. */
export const operation = <const O extends Operation>(data: O): O => data;
