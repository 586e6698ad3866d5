import type { z } from 'zod';

/** HTTP methods the interface uses. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** How a request body travels. */
export type BodyType = 'json' | 'multipart';

/**
 * One operation of the interface, as data. The service binds a handler to it, the client sends it,
 * openapi.json, the commands and the conformance tests are derived from it.
 */
export interface Operation {
  readonly id: string;
  readonly method: Method;
  /** Path below the base address (which ends in /v1), with `{name}` for each path parameter. */
  readonly path: string;
  /** True for the thirteen operations of the API reference, false for their companions. */
  readonly documented: boolean;
  /** One line for help, manual and openapi.json. */
  readonly summary: string;
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  readonly body?: z.ZodType;
  readonly bodyType?: BodyType;
  /** The success answer as the service writes it; clients read it leniently (see lenient.ts). */
  readonly answer: z.ZodType;
  readonly status: 200 | 201;
  /** Error statuses this operation can answer besides 401, 429 and 500, which every one can. */
  readonly errors: readonly number[];
}

/** Keeps the literal types of an operation while holding it to the shape. */
export const operation = <const O extends Operation>(data: O): O => data;
