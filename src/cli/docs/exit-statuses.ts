/** The meaning of each exit status, and the statuses that a command can return. */
import { operationOf } from '../../contract/operations/index.ts';
import { type ExitStatus, exit, exitOfStatus } from '../errors/exit.ts';
import { type CommandName, entryOf } from '../model/catalogue/catalogue.ts';
import type { Command } from '../model/model.ts';

/** Each exit status in words, for the manual and for programs. */
const meanings: Readonly<Record<ExitStatus, string>> = {
  [exit.done]: 'Success, also for an empty list',
  [exit.fault]: 'A local problem or an internal error',
  [exit.usage]: 'Invalid usage; nothing was changed',
  [exit.signIn]: 'No token, or the service rejected it',
  [exit.refused]: 'Permission denied, or the balance is too low',
  [exit.notFound]: 'Not found',
  [exit.conflict]: 'Conflict with an existing resource',
  [exit.rateLimit]: 'Too many requests, and the service asks to wait for more than a minute',
  [exit.service]: 'The service rejected the request as invalid, failed, or sent a wrong response',
  [exit.network]: 'The service cannot be reached, or did not respond in time',
  [exit.jobFailed]: 'A job failed while waiting for it',
  [exit.jobCancelled]: 'A job was cancelled while waiting for it',
  [exit.machine]: 'This machine is overloaded or its disk is full: the same command may succeed later',
  [exit.timedOut]: 'Timeout while waiting; the job itself continues',
  [exit.interrupted]: 'Interrupted by Ctrl-C',
  [exit.brokenPipe]: 'The reader closed the pipe',
};

export interface StatusMeaning {
  readonly status: ExitStatus;
  readonly meaning: string;
}

/** Every exit status, in order. */
export const allStatuses = (): StatusMeaning[] => withMeaning(Object.values(exit));

/** The exit statuses that a command can return, in order. */
export function statusesOf(command: Command): StatusMeaning[] {
  const { operation } = entryOf(command.name);
  const own: ExitStatus[] = [exit.done, exit.fault, exit.usage, exit.interrupted, exit.brokenPipe];
  const remote = speaksToService(command.name);
  const answers = operation ? operationOf(operation).errors.map(exitOfStatus) : [];
  return withMeaning([
    ...own,
    ...(remote ? [...everyService, ...answers] : []),
    ...waitingOf(command),
    ...conflictOf(command),
    ...(command.name === 'probe' ? [exit.machine] : []),
  ]);
}

/** Commands without an operation that still send requests; the webhook commands do with --webhook. */
const speaking: ReadonlySet<string> = new Set<CommandName>([
  'api',
  'auth login',
  'auth status',
  'doctor',
  'quickstart',
  'webhook listen',
  'webhook verify',
  'moment-criteria list',
]);

/** Whether a command sends API requests, to the chosen service or to the embedded one. */
export const speaksToService = (name: CommandName): boolean =>
  ['documented', 'companion'].includes(entryOf(name).group) || speaking.has(name);

/** The failures of any request. Not found is one of them: the base URL may be wrong. */
const everyService: readonly ExitStatus[] = [
  exit.signIn,
  exit.refused,
  exit.notFound,
  exit.rateLimit,
  exit.service,
  exit.network,
];

function waitingOf(command: Command): ExitStatus[] {
  const waits = 'wait' in command.flags || command.name === 'wait';
  return waits ? [exit.jobFailed, exit.jobCancelled, exit.timedOut] : [];
}

/** An existing resource may differ from the requested one. */
const conflictOf = (command: Command): ExitStatus[] => ('ifAbsent' in command.flags ? [exit.conflict] : []);

function withMeaning(statuses: readonly ExitStatus[]): StatusMeaning[] {
  return [...new Set(statuses)]
    .sort((a, b) => a - b)
    .map((status) => ({ status, meaning: meanings[status] }));
}
