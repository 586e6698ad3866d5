/** The client of the contract: typed operations, and free requests. */

import type { AnswerOf, BodyInput, OperationId, ParamsOf, QueryInput } from '../contract/operations/index.ts';
import { misfit } from '../contract/shape.ts';
import { baseAddress } from './address.ts';
import { answerReader } from './answer.ts';
import { ClientError } from './errors.ts';
import { writeJson } from './json/json.ts';
import { isEventStream } from './network/body.ts';
import type { Exchange, Timeouts } from './network/connecting.ts';
import type { Reply, Transport } from './network/transport.ts';
import {
  type FreeRequest,
  type LooseParts,
  type PreparedRequest,
  prepareFreeRequest,
  prepareRequest,
  type Sendable,
} from './prepare.ts';
import { defaultRetries, type OnRetry, type RetryPolicy, withRetries } from './retry.ts';

export interface ClientOptions {
  /** Ends in /v1. */
  readonly baseUrl: string;
  readonly token?: string | undefined;
  readonly userAgent?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly timeouts?: Timeouts | undefined;
  /** Certificates to trust in addition to Node's own, as PEM text. */
  readonly ca?: string | undefined;
  readonly retry?: RetryPolicy;
  readonly onRetry?: OnRetry;
  /** Called with each request and response, including secrets. */
  readonly trace?: ((event: TraceEvent) => void) | undefined;
}

/** A request, a response, or an error in its place. Times in ms. */
export type TraceEvent =
  | ({ readonly kind: 'request' } & Pick<Exchange, 'method' | 'url' | 'headers' | 'body'>)
  | ({ readonly kind: 'answer'; readonly ms: number } & Reply)
  | { readonly kind: 'fault'; readonly ms: number; readonly error: unknown };

/** The inputs of an operation, typed by the contract. */
export interface Parts<Id extends OperationId> {
  readonly params?: ParamsOf<Id>;
  readonly query?: QueryInput<Id>;
  readonly body?: BodyInput<Id>;
  /** Local files, by part name, for operations with a multipart body. */
  readonly files?: Readonly<Record<string, string>>;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** False: a single attempt, for callers with their own retries. */
  readonly retry?: boolean;
  /** Called with the bytes sent and the total of an upload. */
  readonly onProgress?: (sent: number, total: number) => void;
  /** Called with each event of a streamed response, as JSON; `send` then returns undefined. */
  readonly onEvent?: (event: unknown) => void;
}

export interface Client {
  /** The base URL in its normal form. */
  readonly baseUrl: string;
  /**
   * Sends an operation. Returns the service's JSON unchanged, including fields and enum values that this
   * version does not know. @throws ApiError, AnswerError, NetworkError, ClientError; AbortError when `signal`
   * was aborted
   */
  call<Id extends OperationId>(id: Id, parts?: Parts<Id>, options?: CallOptions): Promise<AnswerOf<Id>>;
  /** Like `call`, for an operation that is known only at run time. */
  send(id: OperationId, parts: LooseParts, options?: CallOptions): Promise<unknown>;
  /** Sends any request below the base URL. */
  request(request: FreeRequest, options?: CallOptions): Promise<{ reply: Reply; value: unknown }>;
  close(): Promise<void>;
}

/** Builds the request again for each attempt. */
type Making = () => Pick<Exchange, 'method' | 'url' | 'headers' | 'body'>;

/** What a client is built over. */
export interface Ground {
  operation(id: OperationId): Promise<Sendable> | Sendable;
  /** Called with the first request. @param baseUrl in its normal form */
  open(baseUrl: string): Promise<Transport>;
}

/** A client of one service. It connects with the first request. */
export function clientOver(ground: Ground, options: Omit<ClientOptions, 'env' | 'ca' | 'timeouts'>): Client {
  const baseUrl = baseAddress(options.baseUrl);
  const own = ownHeaders(options);
  const read = answerReader(options.token);
  let transport: Promise<Transport> | undefined;
  const open = () => {
    transport ??= ground.open(baseUrl);
    return transport;
  };

  async function exchange(
    label: string,
    make: Making,
    { signal, retry = true, onEvent }: CallOptions,
  ): Promise<Reply> {
    const opened = await open();
    const policy = retry ? (options.retry ?? defaultRetries) : { ...defaultRetries, retries: 0 };
    const idempotent = isIdempotent(make().method);
    const send = async (attempt: number) => {
      const made = make();
      const onData = onEvent && ((data: string) => onEvent(read.event(data)));
      const sent = { ...made, headers: { ...own, ...made.headers }, onData, ...(signal ? { signal } : {}) };
      const reply = await traced(options.trace, sent, () => opened.exchange(sent));
      return read.success(label, reply, attempt > 1 && made.method !== 'GET');
    };
    return withRetries(send, { policy, idempotent, signal, onRetry: options.onRetry });
  }

  async function sendPrepared(
    label: string,
    prepared: PreparedRequest,
    callOptions: CallOptions,
  ): Promise<Reply> {
    const { method, url } = prepared;
    const content = await contentOf(prepared, callOptions);
    return exchange(label, () => ({ method, url, ...content() }), callOptions);
  }

  async function send(id: OperationId, parts: LooseParts, callOptions: CallOptions = {}): Promise<unknown> {
    const operation = await ground.operation(id);
    const reply = await sendPrepared(id, prepareRequest(baseUrl, operation, parts), callOptions);
    const value = read.value(id, reply);
    if (callOptions.onEvent && isEventStream(reply.headers['content-type'])) return undefined;
    const { answer, method } = operation;
    // A deletion has succeeded, whatever its response contains.
    const wrong = method === 'DELETE' || isText(reply, value) ? undefined : misfit(answer, value);
    if (wrong) throw read.misfit(id, reply, wrong);
    return value;
  }

  return {
    baseUrl,
    send,
    call: (id, parts = {}, callOptions) =>
      send(id, parts as LooseParts, callOptions) as Promise<AnswerOf<typeof id>>,
    async request(free, callOptions = {}) {
      const label = `${free.method} ${free.path}`;
      const reply = await sendPrepared(label, prepareFreeRequest(baseUrl, free), callOptions);
      return { reply, value: read.value(label, reply) };
    },
    close: async () => (await transport)?.close(),
  };
}

/** Runs one exchange and traces it. */
async function traced(
  trace: ClientOptions['trace'],
  { method, url, headers, body }: Exchange,
  run: () => Promise<Reply>,
): Promise<Reply> {
  if (!trace) return run();
  const began = performance.now();
  trace({ kind: 'request', method, url, headers, ...(body === undefined ? {} : { body }) });
  try {
    const reply = await run();
    trace({ kind: 'answer', ms: performance.now() - began, ...reply });
    return reply;
  } catch (error) {
    trace({ kind: 'fault', ms: performance.now() - began, error });
    throw error;
  }
}

function ownHeaders({ token, userAgent = 'vau' }: ClientOptions): Record<string, string> {
  // A small compressed response could expand to any length.
  const headers = { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': userAgent };
  if (!token) return headers;
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new ClientError(
      'The token contains characters that a header cannot contain: check that it is complete',
    );
  return { ...headers, authorization: `Bearer ${token}` };
}

type Content = Pick<Exchange, 'headers' | 'body'>;

async function contentOf(prepared: PreparedRequest, options: CallOptions): Promise<() => Content> {
  const { parts, body, headers: own = {}, content } = prepared;
  if (content) return () => ({ headers: own, body: content() });
  if (!parts)
    return () => {
      const { headers, ...rest } = jsonContent(body);
      return { headers: { ...headers, ...own }, ...rest };
    };
  const { multipart } = await import('./multipart.ts');
  const made = await multipart(parts.fields, parts.files, { onProgress: options.onProgress });
  const headers = { 'content-type': made.contentType, 'content-length': String(made.length) };
  return () => ({ headers, body: made.chunks() });
}

function jsonContent(body: unknown): Content {
  if (body === undefined) return { headers: {} };
  return { headers: { 'content-type': 'application/json' }, body: writeJson(body) };
}

/** As HTTP defines it; every operation of the contract complies. */
const isIdempotent = (method: string): boolean =>
  ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'].includes(method);

/** Markdown and subtitles may be sent as text. */
const isText = ({ headers }: Reply, value: unknown): boolean =>
  typeof value === 'string' && (headers['content-type'] ?? '').startsWith('text/');
