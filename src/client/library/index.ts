/** What `import 'vau-cli'` gives: see vau.d.ts. */
import { clientOver } from '../client.ts';
import { deadline } from '../deadline.ts';
import { ClientError } from '../errors.ts';
import { isEventStream, longest, newRoom, readBody, readEvents } from '../network/body.ts';
import type { Exchange } from '../network/connecting.ts';
import { networkError } from '../network/explain.ts';
import type { Reply, Transport } from '../network/transport.ts';
import { defaultRetries } from '../retry.ts';
import { checkedNumber } from './given.ts';
import { methodsOver } from './methods.ts';
import type { Row, Table } from './table.ts';
import type * as declared from './vau.d.ts';

export {
  AnswerError,
  ApiError,
  BadRequestError,
  BalanceError,
  ClientError,
  ConflictError,
  NetworkError,
  NotFoundError,
  RateLimitError,
  RefusedError,
  ServiceError,
  SignInError,
  VauError,
} from '../errors.ts';
export { JobCancelledError, JobError, JobFailedError, TimedOutError } from './methods.ts';

/** Put in by the build (scripts/build.mjs). */
declare const __VAU_TABLE__: Table;
declare const __VAU_VERSION__: string;

/** Seconds for a whole response. */
const longestResponse = 900;

export const createClient: typeof declared.createClient = (options = {}) => {
  const { retries, timeout = longestResponse, fetch = globalThis.fetch } = options;
  checkedNumber('timeout', timeout);
  checkedNumber('retries', retries, { zero: true, whole: true });
  const baseUrl = options.baseUrl ?? process.env.VAU_BASE_URL;
  if (!baseUrl)
    throw new ClientError(
      'No base URL: give createClient a baseUrl, or set VAU_BASE_URL; vau auth status shows yours',
    );
  const client = clientOver(
    { operation: (id) => sendable(__VAU_TABLE__[id]), open: async () => fetchTransport(fetch, timeout) },
    {
      baseUrl,
      token: options.token ?? process.env.VAU_TOKEN,
      userAgent: options.userAgent ?? `vau/${__VAU_VERSION__}`,
      ...(retries === undefined ? {} : { retry: { ...defaultRetries, retries } }),
    },
  );
  return {
    ...(methodsOver(client, __VAU_TABLE__) as object as declared.Operations),
    baseUrl: client.baseUrl,
    request: async (method, path, body, callOptions) => {
      const sent = { method, path, ...(body === undefined ? {} : { body }) };
      return (await client.request(sent, callOptions as never)).value;
    },
  };
};

/** A row as the client reads an operation. */
function sendable(row: Row | undefined) {
  if (!row) throw new ClientError('this version does not know that operation');
  return {
    method: row.method,
    path: row.path,
    ...(row.body ? { bodyType: row.body } : {}),
    answer: row.answer,
  };
}

/** `duplex` is missing in the types of Node: a body that is a stream needs it. */
type Init = RequestInit & { duplex?: 'half' };

/**
 * A transport over a `fetch`. Redirects are not followed: the token is sent to this address only.
 * @param total seconds for a response, from the end of the request
 */
function fetchTransport(fetch: typeof globalThis.fetch, total: number): Transport {
  const room = newRoom();
  return {
    async exchange({ method, url, headers, body, signal, onData }: Exchange): Promise<Reply> {
      const time = deadline(total * 1000, signal);
      try {
        const sent = time.after(body);
        const stream = typeof sent === 'object' ? ReadableStream.from(sent) : sent;
        const init: Init = {
          method,
          headers,
          redirect: 'manual',
          signal: time.signal,
          ...(stream === undefined ? {} : { body: stream }),
          ...(typeof stream === 'object' ? { duplex: 'half' } : {}),
        };
        const response = await fetch(url, init);
        const { status } = response;
        const shown = Object.fromEntries(response.headers);
        const chunks = response.body ?? new Blob([]).stream();
        if (onData && status < 300 && isEventStream(shown['content-type']))
          return { status, headers: shown, body: '', cut: !(await readEvents(chunks, onData)) };
        const most = status < 300 ? longest.success : longest.failure;
        const { text, cut } = await readBody(chunks, most, room);
        return { status, headers: shown, body: text, cut };
      } catch (error) {
        if (signal?.aborted) throw signal.reason;
        throw networkError(new URL(url).host, time.signal.aborted ? time.signal.reason : error);
      } finally {
        time.stop();
      }
    },
    close: async () => {},
  };
}
