/** What a service said, read: the value of a success, the error of anything else. No error holds the token. */
import { AnswerError, ApiError } from './errors.ts';
import { hiding } from './hide.ts';
import { readJson } from './json.ts';
import { excessOf } from './json-text.ts';
import { retryAfterSeconds } from './retry.ts';
import type { Reply } from './transport.ts';

/** Reads the answers to one client's requests. */
export interface Reader {
  /**
   * The reply when it is a success.
   * @param operation id of the operation, or method and path of a free request
   * @param repeated an earlier try of the same request broke off
   * @throws ApiError for any other
   */
  success(operation: string, reply: Reply, repeated: boolean): Reply;
  /**
   * The answer's JSON; its text when it is of another type, as Markdown and subtitles are; an empty object when it is empty.
   * @throws ApiError when it is neither, or too much to be read
   */
  value(operation: string, reply: Reply): unknown;
  /** An error for an answer that is not what the interface has there. */
  misfit(operation: string, reply: Reply, why: string): AnswerError;
}

/** Longest message of a service that is repeated, in characters. */
const longestMessage = 2000;
/** A shorter token may stand in an answer by chance: it is hidden in errors alone. In characters. */
const leastHidden = 16;

/** A reader that keeps the token out of what it gives. */
export function answerReader(token: string | undefined): Reader {
  const hide = hiding(token);
  const hideInValues = token && token.length >= leastHidden ? hide : (text: string) => text;
  const short = (text: string) =>
    hide(text.length > longestMessage ? `${text.slice(0, longestMessage)}…` : text);
  const requestIdOf = ({ headers }: Reply) => {
    const id = headers['x-request-id'] ?? headers['request-id'];
    return id === undefined ? undefined : short(id);
  };
  const unreadable = (operation: string, reply: Reply, why: string) =>
    new ApiError(short(why), { status: reply.status, operation, requestId: requestIdOf(reply) });

  return {
    success(operation, reply, repeated) {
      if (reply.status >= 200 && reply.status < 300) return reply;
      throw new ApiError(short(messageOf(reply)), {
        status: reply.status,
        operation,
        requestId: requestIdOf(reply),
        retryAfter: retryAfterSeconds(reply.headers['retry-after']),
        repeated,
      });
    },
    value(operation, reply) {
      const why = unread(reply);
      if (why) throw unreadable(operation, reply, why);
      if (reply.body === '') return {};
      const type = reply.headers['content-type'] ?? '';
      const text = hideInValues(reply.body);
      const value = parsed(text);
      if (value !== undefined) return value;
      if (type.startsWith('text/') && !type.startsWith('text/html')) return text;
      const found = `The answer is no JSON (${type || 'no content type'}): is the base address right?`;
      throw unreadable(operation, reply, found);
    },
    misfit: (operation, reply, why) =>
      new AnswerError(`The answer to ${operation} ${why}`, operation, requestIdOf(reply)),
  };
}

/** Why a successful answer is not looked into; undefined when it is. */
function unread({ headers, body, cut }: Reply): string | undefined {
  const encoding = headers['content-encoding'];
  if (encoding && encoding !== 'identity')
    return `The answer is compressed (${encoding}), though none was asked for that way: is there a proxy on the way that does it?`;
  if (cut) return 'The answer is longer than 64 MiB, the most that is read at once. Ask for less: --limit';
  const excess = excessOf(body);
  return excess && `The answer ${excess}`;
}

/** What the service says is wrong: its {error}, or what is known when it has none. */
function messageOf({ status, headers, body }: Reply): string {
  const value = excessOf(body) ? undefined : parsed(body);
  const error = typeof value === 'object' && value !== null && 'error' in value ? value.error : undefined;
  if (typeof error === 'string' && error) return error;
  if (typeof error === 'object' && error !== null && 'message' in error) return String(error.message);
  if (status >= 300 && status < 400)
    return `The service answered with a redirect (${status}) to ${headers.location ?? 'nowhere'}: is the base address right?`;
  return `The service answered ${status} without saying why`;
}

function parsed(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}
