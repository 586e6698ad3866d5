/** Reports errors on standard error: what, why, what next. */
import type { Failure } from '../errors/errors.ts';
import { exit } from '../errors/exit.ts';
import { clean } from './clean.ts';
import type { Io } from './io.ts';
import { messageText } from './message.ts';

/** Reports a failure; in JSON mode as one line, the last one on standard error. */
export function report(io: Io, failure: Failure, json: boolean): void {
  io.err(json ? `${JSON.stringify(failureAsJson(failure))}\n` : asText(io, failure));
}

function asText(io: Io, { message, hint, next, requestId, exitStatus }: Failure): string {
  // Most of this text comes from a service.
  const head = 'Error:';
  const said = messageText(io, `${head} ${message}`).slice(head.length);
  const lines = [`${io.paint('err', 'red', head)}${said}`];
  if (hint) lines.push(messageText(io, hint));
  // Nobody has to ask the service's operator about what is not there.
  if (requestId && exitStatus !== exit.notFound) lines.push(`Request: ${clean(requestId)}`);
  if (next) lines.push(`Next: ${io.paint('err', 'bold', clean(next))}`);
  return `${lines.join('\n')}\n`;
}

/** A failure with its field names in JSON. */
export function failureAsJson(failure: Failure): Record<string, unknown> {
  const { code, message, hint, next, status, requestId, retryable, exitStatus, problems } = failure;
  const request = { status, request_id: requestId, retryable, exit_status: exitStatus };
  return { code, message, hint, next, ...request, problems };
}
