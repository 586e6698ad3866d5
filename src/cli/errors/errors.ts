/**
 * What goes wrong on a command line: any error comes in; its message, the next step and the exit status (exit.ts) go
 * out as a Failure.
 */

import { AnswerError, ApiError, ClientError, NetworkError } from '../../client/errors.ts';
import { ConfigError } from '../../config/errors.ts';
import type { Problem } from '../../contract/problem.ts';
import { type ExitStatus, exit, exitOfStatus } from './exit.ts';

/** An error as shown: what happened, why or what is allowed, and the command to type next. */
export interface Failure {
  /** Short and stable, for scripts: usage, not_found, network. */
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  /** The command to type next. */
  readonly next?: string | undefined;
  readonly exitStatus: ExitStatus;
  /** HTTP status of the response, if there was one. */
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly retryable: boolean;
  /** All problems that the contract check found, field by field. */
  readonly problems?: readonly Problem[] | undefined;
}

type Details = Partial<Omit<Failure, 'message' | 'exitStatus'>>;

/** An error that carries its own message and exit status. */
export class CliError extends Error {
  readonly failure: Failure;

  constructor(message: string, exitStatus: ExitStatus, code: string, details: Details = {}) {
    super(message);
    this.name = 'CliError';
    this.failure = { code, message, exitStatus, retryable: false, ...details };
  }
}

/** Invalid usage: nothing was changed. Exit status 2. */
export class UsageError extends CliError {
  constructor(message: string, details: Details = {}) {
    super(message, exit.usage, 'usage', details);
    this.name = 'UsageError';
  }
}

/** A required argument or flag is missing. On a terminal, vau asks for it; elsewhere it is a UsageError. */
export class MissingError extends UsageError {
  /** Names in the model; any one of them is enough. */
  readonly anyOf: readonly string[];
  /** Values to choose from. */
  readonly choices: readonly string[] | undefined;

  constructor(anyOf: readonly string[], message: string, details: Details = {}, choices?: readonly string[]) {
    super(message, details);
    this.anyOf = anyOf;
    this.choices = choices;
  }
}

/** A local problem, or invalid input to a command: exit status 1. */
export class LocalError extends CliError {
  constructor(message: string, details: Details = {}) {
    super(message, exit.fault, 'local', details);
    this.name = 'LocalError';
  }
}

/** The failure to show for any thrown value; an unknown one is an internal error. */
export function failureOf(error: unknown): Failure {
  if (error instanceof CliError) return error.failure;
  if (error instanceof ApiError) return ofApi(error);
  if (error instanceof NetworkError) return ofNetwork(error);
  if (error instanceof AnswerError) return ofAnswer(error);
  if (error instanceof ClientError) return { ...plain(error), code: 'usage', exitStatus: exit.usage };
  if (error instanceof ConfigError) return { ...plain(error), code: 'config', hint: error.hint };
  if (isInterruption(error)) return interruption;
  return plain(error);
}

const interruption: Failure = {
  code: 'interrupted',
  message: 'Interrupted',
  exitStatus: exit.interrupted,
  retryable: true,
};

/** True for an abort by Ctrl-C, and for a prompt that it closed. */
export function isInterruption(error: unknown): boolean {
  return error instanceof Error && ['AbortError', 'ExitPromptError', 'AbortPromptError'].includes(error.name);
}

function plain(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'fault', message, exitStatus: exit.fault, retryable: false };
}

function ofApi(error: ApiError): Failure {
  return {
    code: error.reason,
    message: error.message,
    ...advice(error),
    exitStatus: exitOfStatus(error.status),
    status: error.status,
    requestId: error.requestId,
    retryable: error.retryable,
  };
}

function advice({ status, repeated, retryAfter }: ApiError): Details {
  if (status === 401)
    return {
      hint: 'The service rejected the token. VAU_TOKEN and --token-file go before the one that vau auth login saves.',
      next: 'vau auth login',
    };
  if (status === 402) return { hint: 'The balance of the account is too low.' };
  if (status === 403)
    return { hint: 'The token is valid, but has no permission for this.', next: 'vau auth status' };
  if (repeated && [404, 409].includes(status))
    return {
      hint: 'An earlier attempt was interrupted before a response arrived, and may have succeeded.',
    };
  if (status === 429 || (status === 503 && retryAfter)) return { hint: later(retryAfter) };
  return {};
}

/** When to try again; why is in the message. @param retryAfter seconds that the service asked for */
function later(retryAfter: number | undefined): string {
  if (!retryAfter) return 'Wait, then retry.';
  const wait =
    retryAfter < 120
      ? `${Math.ceil(retryAfter)} s`
      : retryAfter <= 86_400
        ? `${Math.ceil(retryAfter / 60)} min`
        : 'more than a day';
  return `The service asks to wait ${wait} before you retry.`;
}

function ofAnswer(error: AnswerError): Failure {
  return {
    ...plain(error),
    code: 'answer',
    exitStatus: exit.service,
    hint: 'Check the base URL: this may not be a service with this API.',
    next: 'vau doctor',
    requestId: error.requestId,
  };
}

function ofNetwork(error: NetworkError): Failure {
  const isWrong = error.fault === 'protocol';
  return {
    code: isWrong ? 'answer' : error.reason,
    message: error.message,
    hint: error.hint,
    next: error.fault === 'refused' && error.local ? 'vau service start' : undefined,
    exitStatus: isWrong ? exit.service : exit.network,
    retryable: !isWrong,
  };
}
