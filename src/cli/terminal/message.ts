/** Messages to people, as they stand on a terminal. */

import type { Failure } from '../errors/errors.ts';
import { exit } from '../errors/exit.ts';
import { clean, cleanLines } from './clean.ts';
import type { Io } from './io.ts';
import { textWidth } from './text-width.ts';

/**
 * A message, made safe. On a terminal its lines break between words, and a command at the end of a line stays whole, so that it
 * can be copied; elsewhere lines are as long as they are.
 */
export function messageText({ terminal, columns }: Io, text: string): string {
  const safe = cleanLines(text);
  if (!terminal.err || columns === undefined) return safe;
  return safe
    .split('\n')
    .map((line) => broken(line, columns))
    .join('\n');
}

function broken(line: string, columns: number): string {
  // What is laid out in columns stays as it is.
  if (textWidth(line) <= columns || /^ | {2}/.test(line)) return line;
  // A sentence may go on after a command; then it is not the end of the line.
  const [, prose = line, command] = /^(.*?:) (vau (?:(?!, |\. ).)*)$/.exec(line) ?? [];
  const words = [...prose.split(' '), ...(command === undefined ? [] : [command])];
  let used = 0;
  const parts = words.map((word, index) => {
    const wide = textWidth(word);
    const before = index === 0 ? '' : used + 1 + wide <= columns ? ' ' : '\n';
    used = before === ' ' ? used + 1 + wide : wide;
    return before + word;
  });
  return parts.join('');
}

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
