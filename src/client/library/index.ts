/** What `import 'vau-cli'` gives: see vau.d.ts. */
import { clientOver } from '../client.ts';
import { ClientError } from '../errors.ts';
import { defaultRetries } from '../retry.ts';
import { fetchTransport } from './fetch-transport.ts';
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
