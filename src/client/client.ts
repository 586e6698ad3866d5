/** Speaks the contract: one method for every operation, one for requests outside it. */

import type { Operation } from '../contract/operation.ts';
import {
  type AnswerOf,
  type BodyInput,
  type OperationId,
  operationOf,
  type ParamsOf,
  type QueryInput,
} from '../contract/operations/index.ts';
import { writeQuery } from '../contract/query.ts';
import { baseAddress, fillPath } from './address.ts';
import { ApiError, ClientError } from './errors.ts';
import { multipart } from './multipart.ts';
import { defaultRetries, type Retrying, type RetryPolicy, retryAfterSeconds, withRetries } from './retry.ts';
import { type Exchange, openTransport, type Reply, type Timeouts, type Transport } from './transport.ts';

export interface ClientOptions {
  /** Ends in /v1. */
  readonly baseUrl: string;
  readonly token?: string | undefined;
  readonly userAgent?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly timeouts?: Timeouts;
  readonly retry?: RetryPolicy;
  readonly onRetry?: (retrying: Retrying) => void;
}

/** What an operation takes, as the contract types it. */
export interface Parts<Id extends OperationId> {
  readonly params?: ParamsOf<Id>;
  readonly query?: QueryInput<Id>;
  readonly body?: BodyInput<Id>;
  /** Local files, by part name, for operations with a multipart body. */
  readonly files?: Readonly<Record<string, string>>;
}

/** The parts of any operation, checked elsewhere. */
export interface LooseParts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly files?: Readonly<Record<string, string>>;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** False: one try only; the caller has its own way of trying again. */
  readonly retry?: boolean;
  /** Bytes of an upload handed to the network, and in all. */
  readonly onProgress?: (sent: number, total: number) => void;
}

export interface FreeRequest {
  readonly method: string;
  /** Below the base address, beginning with a slash; may carry a query. */
  readonly path: string;
  readonly body?: unknown;
}

export interface Client {
  /** The base address in its one form. */
  readonly baseUrl: string;
  /**
   * Sends an operation. The answer is the service's JSON as it came: fields and enum values this
   * version does not know are in it untouched.
   * @throws ApiError, NetworkError, ClientError; AbortError when `signal` was aborted
   */
  call<Id extends OperationId>(id: Id, parts?: Parts<Id>, options?: CallOptions): Promise<AnswerOf<Id>>;
  /** As `call`, for an operation that is known only at run time. */
  send(id: OperationId, parts: LooseParts, options?: CallOptions): Promise<unknown>;
  /** Sends any request below the base address. */
  request(request: FreeRequest, options?: CallOptions): Promise<{ reply: Reply; value: unknown }>;
  close(): Promise<void>;
}

/** What goes over the wire, made anew for each try. */
type Making = () => Pick<Exchange, 'method' | 'url' | 'headers' | 'body'>;

/** A client of one service. Nothing is connected, and undici not loaded, before the first request. */
export function createClient(options: ClientOptions): Client {
  const baseUrl = baseAddress(options.baseUrl);
  const own = ownHeaders(options);
  let transport: Promise<Transport> | undefined;
  const open = () => {
    transport ??= openTransport(options.env ?? {}, options.timeouts);
    return transport;
  };

  async function exchange(
    label: string,
    make: Making,
    { signal, retry = true }: CallOptions,
  ): Promise<Reply> {
    const opened = await open();
    const policy = retry ? (options.retry ?? defaultRetries) : { ...defaultRetries, retries: 0 };
    const send = async () => {
      const made = make();
      const headers = { ...own, ...made.headers };
      return checked(label, await opened.exchange({ ...made, headers, ...(signal ? { signal } : {}) }));
    };
    return withRetries(send, { policy, safe: isSafe(make().method), signal, onRetry: options.onRetry });
  }

  async function send(id: OperationId, parts: LooseParts, callOptions: CallOptions = {}): Promise<unknown> {
    const operation = operationOf(id);
    const search = writeQuery({ ...parts.query }).toString();
    const url = `${baseUrl}${fillPath(operation.path, parts.params ?? {})}${search && `?${search}`}`;
    const content = await contentOf(operation, parts, callOptions);
    const make = () => ({ method: operation.method, url, ...content() });
    return readReply(await exchange(id, make, callOptions), id);
  }

  return {
    baseUrl,
    send,
    call: (id, parts = {}, callOptions) =>
      send(id, parts as LooseParts, callOptions) as Promise<AnswerOf<typeof id>>,
    async request({ method, path, body }, callOptions = {}) {
      if (!path.startsWith('/') || path.startsWith('//'))
        throw new ClientError(`The path ${path} must begin with one slash`);
      const label = `${method} ${path}`;
      const make = () => ({ method, url: `${baseUrl}${path}`, ...jsonContent(body) });
      const reply = await exchange(label, make, callOptions);
      return { reply, value: readReply(reply, label) };
    },
    close: async () => (await transport)?.close(),
  };
}

function ownHeaders({ token, userAgent = 'vau' }: ClientOptions): Record<string, string> {
  const headers = { accept: 'application/json', 'user-agent': userAgent };
  if (!token) return headers;
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new ClientError('The token holds characters that no header can carry: is it whole?');
  return { ...headers, authorization: `Bearer ${token}` };
}

type Content = Pick<Exchange, 'headers' | 'body'>;

async function contentOf(
  operation: Operation,
  parts: LooseParts,
  options: CallOptions,
): Promise<() => Content> {
  if (operation.bodyType !== 'multipart') return () => jsonContent(parts.body);
  const body = await multipart(textFields(parts.body), parts.files ?? {}, { onProgress: options.onProgress });
  const headers = { 'content-type': body.contentType, 'content-length': String(body.length) };
  return () => ({ headers, body: body.chunks() });
}

function jsonContent(body: unknown): Content {
  if (body === undefined) return { headers: {} };
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** Multipart carries text only: objects travel as JSON text, the rest as it prints. */
function textFields(body: unknown): Record<string, string> {
  const fields = Object.entries((body ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value !== undefined,
  );
  return Object.fromEntries(
    fields.map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
  );
}

const isSafe = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** The reply when it is a success. */
function checked(operation: string, reply: Reply): Reply {
  if (reply.status >= 200 && reply.status < 300) return reply;
  throw new ApiError(messageOf(reply), {
    status: reply.status,
    operation,
    requestId: reply.headers['x-request-id'] ?? reply.headers['request-id'],
    retryAfter: retryAfterSeconds(reply.headers['retry-after']),
  });
}

/** What the service says is wrong: its {error}, or what is known when it has none. */
function messageOf({ status, headers, body }: Reply): string {
  const value = parsed(body);
  const error = typeof value === 'object' && value !== null && 'error' in value ? value.error : undefined;
  if (typeof error === 'string' && error) return error;
  if (typeof error === 'object' && error !== null && 'message' in error) return String(error.message);
  if (status >= 300 && status < 400)
    return `The service answered with a redirect (${status}) to ${headers.location ?? 'nowhere'}: is the base address right?`;
  return `The service answered ${status} without saying why`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The answer's JSON; its text when it is of another type, as Markdown and subtitles are. */
function readReply(reply: Reply, operation: string): unknown {
  if (reply.body === '') return {};
  const type = reply.headers['content-type'] ?? '';
  const value = parsed(reply.body);
  if (value !== undefined) return value;
  if (type.startsWith('text/') && !type.startsWith('text/html')) return reply.body;
  throw new ApiError(`The answer is no JSON (${type || 'no content type'}): is the base address right?`, {
    status: 502,
    operation,
  });
}
