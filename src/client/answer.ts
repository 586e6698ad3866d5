/**
 * Reads responses: returns the value of a success, throws an error for anything else. No error contains the
 * token.
 */
import { AnswerError, apiError } from './errors.ts';
import { readJson } from './json/json.ts';
import { excessOf } from './json/json-text.ts';
import type { Reply } from './network/transport.ts';
import { retryAfterSeconds } from './retry.ts';

// Hides the token in responses: some services repeat the header that they reject.

/** Shorter tokens, in characters, are hidden only as whole words: they may be part of other words by chance. */
const leastInside = 8;

/**
 * A function that replaces the token in a text with ****, in plain and in URL-encoded form. @param token the
 * token in use; without one texts are unchanged
 */
function hiding(token: string | undefined): (text: string) => string {
  if (!token) return (text) => text;
  const either = [token, encodeURIComponent(token)].map((form) => form.replace(/[^\w]/g, '\\$&')).join('|');
  const secret = new RegExp(token.length < leastInside ? `(?<!\\w)(?:${either})(?!\\w)` : either, 'g');
  return (text) => text.replace(secret, '****');
}

/** Reads the responses to one client's requests. */
export interface Reader {
  /**
   * The reply if it is a success. @param operation id of the operation, or method and path of a free request
   * @param repeated an earlier attempt of the same request was interrupted @throws ApiError for any other
   */
  success(operation: string, reply: Reply, repeated: boolean): Reply;
  /**
   * The JSON of the response; its text for another text type, such as Markdown and subtitles; an empty object
   * if it is empty. @throws ApiError when it is unreadable or too large
   */
  value(operation: string, reply: Reply): unknown;
  /** The JSON of an event; undefined if it is unreadable. */
  event(data: string): unknown;
  /** The error for a response that does not match the API. */
  misfit(operation: string, reply: Reply, why: string): AnswerError;
}

/** Maximum length of a quoted service message, in characters. */
const longestMessage = 2000;
/** A shorter token may occur in a response by chance: it is hidden in errors only. In characters. */
const leastHidden = 16;

/** A reader that hides the token in all its results. */
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
    apiError(short(why), { status: reply.status, operation, requestId: requestIdOf(reply) });

  return {
    success(operation, reply, repeated) {
      if (reply.status >= 200 && reply.status < 300) return reply;
      throw apiError(short(messageOf(reply)), {
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
      const found = `The response is not JSON (${type || 'no content type'}): check the base URL`;
      throw unreadable(operation, reply, found);
    },
    event: (data) => (excessOf(data) ? undefined : parsed(hideInValues(data))),
    misfit: (operation, reply, why) =>
      new AnswerError(`The response to ${operation} ${why}`, operation, requestIdOf(reply)),
  };
}

/** Why a successful response cannot be read; undefined if it can. */
function unread({ headers, body, cut }: Reply): string | undefined {
  const encoding = headers['content-encoding'];
  if (encoding && encoding !== 'identity')
    return `The response is compressed (${encoding}), although vau did not ask for that: check for a proxy that compresses`;
  if (cut)
    return 'The response is longer than 64 MiB, the maximum for one response. Ask for less at a time, with a lower limit';
  const excess = excessOf(body);
  return excess && `The response ${excess}`;
}

/** The error message of the service: its {error}, or a general message without one. */
function messageOf({ status, headers, body }: Reply): string {
  const value = excessOf(body) ? undefined : parsed(body);
  const error = typeof value === 'object' && value !== null && 'error' in value ? value.error : undefined;
  if (typeof error === 'string' && error) return error;
  if (typeof error === 'object' && error !== null && 'message' in error) return String(error.message);
  if (status >= 300 && status < 400)
    return `The service answered with a redirect (${status}) to ${headers.location ?? 'nowhere'}: check the base URL`;
  return `The service answered ${status} without a reason`;
}

function parsed(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}
