/** What went wrong, in the words and the exit status a person and a script get. */
import { AnswerError, ApiError, ClientError, NetworkError } from '../../client/errors.ts';
import { ConfigError } from '../../config/errors.ts';
import type { Problem } from '../../contract/problem.ts';
import { type ExitStatus, exit, exitOfStatus } from './exit.ts';

/** An error as it is shown: what happened, why or what is allowed, and the command to type next. */
export interface Failure {
  /** Short and stable, for scripts: usage, not_found, network. */
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  /** The command to type next. */
  readonly next?: string | undefined;
  readonly exitStatus: ExitStatus;
  /** HTTP status of the answer, where there was one. */
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly retryable: boolean;
  /** Everything that is wrong with what was given, field by field, where it was checked against the contract. */
  readonly problems?: readonly Problem[] | undefined;
}

type Details = Partial<Omit<Failure, 'message' | 'exitStatus'>>;

/** An error that already knows how it is to be shown. */
export class CliError extends Error {
  readonly failure: Failure;

  constructor(message: string, exitStatus: ExitStatus, code: string, details: Details = {}) {
    super(message);
    this.name = 'CliError';
    this.failure = { code, message, exitStatus, retryable: false, ...details };
  }
}

/** What was typed is wrong: nothing was changed. Exit status 2. */
export class UsageError extends CliError {
  constructor(message: string, details: Details = {}) {
    super(message, exit.usage, 'usage', details);
    this.name = 'UsageError';
  }
}

/** One of these arguments or flags has to be given. On a terminal it is asked for, elsewhere it is a UsageError. */
export class LackingError extends UsageError {
  /** Their names in the model: one, or several of which any will do. */
  readonly anyOf: readonly string[];
  /** Values to choose from. */
  readonly choices: readonly string[] | undefined;

  constructor(anyOf: readonly string[], message: string, details: Details = {}, choices?: readonly string[]) {
    super(message, details);
    this.anyOf = anyOf;
    this.choices = choices;
  }
}

/** A fault of the local machine or of what a command was given: exit status 1. */
export class LocalError extends CliError {
  constructor(message: string, details: Details = {}) {
    super(message, exit.fault, 'local', details);
    this.name = 'LocalError';
  }
}

const codes: Partial<Record<ExitStatus, string>> = {
  [exit.signIn]: 'sign_in',
  [exit.refused]: 'refused',
  [exit.notFound]: 'not_found',
  [exit.conflict]: 'conflict',
  [exit.rateLimit]: 'rate_limit',
};

/** How any thrown thing is shown; an unknown one is a fault of ours. */
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

/** True for an abort that Ctrl-C caused, and for a prompt that it closed. */
export function isInterruption(error: unknown): boolean {
  return error instanceof Error && ['AbortError', 'ExitPromptError', 'AbortPromptError'].includes(error.name);
}

function plain(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'fault', message, exitStatus: exit.fault, retryable: false };
}

function ofApi(error: ApiError): Failure {
  const exitStatus = exitOfStatus(error.status);
  return {
    code: codes[exitStatus] ?? (isBadRequest(error) ? 'bad_request' : 'service'),
    message: error.message,
    ...advice(error),
    exitStatus,
    status: error.status,
    requestId: error.requestId,
    retryable: error.retryable,
  };
}

/** The service found fault with the request itself; 408 and 425 say that it came too late or too early. */
const isBadRequest = ({ status }: ApiError): boolean =>
  status >= 400 && status < 500 && status !== 408 && status !== 425;

function advice({ status, repeated, retryAfter }: ApiError): Details {
  if (status === 401) return { hint: 'The service does not take this token.', next: 'vau auth login' };
  if (status === 402) return { hint: 'The balance of the account does not cover this.' };
  if (status === 403) return { hint: 'The token is good, but may not do this.', next: 'vau auth status' };
  if (repeated && [404, 409].includes(status))
    return {
      hint: 'An earlier try of this request broke off before an answer came: it may have done its work.',
    };
  if (status === 429 || (status === 503 && retryAfter)) return { hint: later(status, retryAfter) };
  return {};
}

/** @param retryAfter seconds that the service asked for */
function later(status: number, retryAfter: number | undefined): string {
  const why = status === 429 ? 'Too many requests' : 'The service is overloaded';
  if (!retryAfter) return `${why}: wait, then try again.`;
  const wait =
    retryAfter < 120
      ? `${Math.ceil(retryAfter)} s`
      : retryAfter <= 86_400
        ? `${Math.ceil(retryAfter / 60)} min`
        : 'more than a day';
  return `${why}: the service asks to wait ${wait} before the next try.`;
}

function ofAnswer(error: AnswerError): Failure {
  return {
    ...plain(error),
    code: 'answer',
    hint: 'Is the base address that of a service of this interface?',
    next: 'vau doctor',
    requestId: error.requestId,
  };
}

function ofNetwork(error: NetworkError): Failure {
  return {
    code: error.code,
    message: error.message,
    hint: error.hint,
    next: error.reason === 'refused' && error.local ? 'vau serve' : undefined,
    exitStatus: exit.network,
    retryable: true,
  };
}
