/** Errors on standard error: what, why, what next. */
import type { Failure } from './errors.ts';
import type { Io } from './io.ts';

/** Shows a failure to a person, or as JSON where JSON was asked for. */
export function report(io: Io, failure: Failure, json: boolean): void {
  io.err(json ? `${JSON.stringify(failureAsJson(failure), undefined, 2)}\n` : asText(io, failure));
}

function asText(io: Io, { message, hint, next, requestId }: Failure): string {
  const lines = [`${io.paint('err', 'red', 'Error:')} ${message}`];
  if (hint) lines.push(hint);
  if (requestId) lines.push(`Request: ${requestId}`);
  if (next) lines.push(`Next: ${io.paint('err', 'bold', next)}`);
  return `${lines.join('\n')}\n`;
}

/** A failure by the names a program reads. */
export function failureAsJson(failure: Failure): Record<string, unknown> {
  const { code, message, hint, next, status, requestId, retryable, exitStatus, problems } = failure;
  const request = { status, request_id: requestId, retryable, exit_status: exitStatus };
  return { code, message, hint, next, ...request, problems };
}
