/** What the exit statuses mean, and which of them a command can end with. */
import { operationOf } from '../../contract/operations/index.ts';
import { type ExitStatus, exit, exitOfStatus } from '../errors/exit.ts';
import { type CommandName, entryOf } from '../model/catalogue.ts';
import type { Command } from '../model/model.ts';

/** Each exit status in words, for the manual and for programs that ask. */
export const meanings: Readonly<Record<ExitStatus, string>> = {
  [exit.done]: 'Done; also a list with nothing in it',
  [exit.fault]:
    'A fault of vau or of this machine, or something local that is not as it should be; or an answer of another shape than the interface has',
  [exit.usage]: 'What was typed is wrong; nothing was changed',
  [exit.signIn]: 'No token, or one the service does not take',
  [exit.refused]: 'Not allowed, or the balance does not cover it',
  [exit.notFound]: 'Not found',
  [exit.conflict]: 'Conflict with what is there',
  [exit.rateLimit]: 'Too many requests, and the service asks for a longer wait than a minute',
  [exit.service]: 'The service refused the request as bad input, or failed, or its answer cannot be read',
  [exit.network]: 'The service cannot be reached, or did not answer in time',
  [exit.jobFailed]: 'What was waited for failed',
  [exit.jobCancelled]: 'What was waited for was cancelled',
  [exit.timedOut]: 'The time for waiting ran out; the work itself goes on',
  [exit.interrupted]: 'Interrupted by Ctrl-C',
  [exit.brokenPipe]: 'Whoever read standard output went away before its end',
};

export interface StatusMeaning {
  readonly status: ExitStatus;
  readonly meaning: string;
}

/** Every exit status there is, in order. */
export const allStatuses = (): StatusMeaning[] => withMeaning(Object.values(exit));

/** The exit statuses a command can end with, in order. */
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
  ]);
}

/** Commands without an operation of their own that send requests all the same; webhook ones with --webhook. */
const speaking: ReadonlySet<string> = new Set<CommandName>([
  'api',
  'auth login',
  'auth status',
  'doctor',
  'quickstart',
  'webhook listen',
  'webhook verify',
]);

/** Whether a command sends requests of the interface: to the chosen service, or quickstart to the embedded one. */
export const speaksToService = (name: CommandName): boolean =>
  ['documented', 'companion'].includes(entryOf(name).group) || speaking.has(name);

/** What any request can end with; not found as well, where the base address is another's. */
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

/** What is there already may differ from what was to be made. */
const conflictOf = (command: Command): ExitStatus[] => ('ifAbsent' in command.flags ? [exit.conflict] : []);

function withMeaning(statuses: readonly ExitStatus[]): StatusMeaning[] {
  return [...new Set(statuses)]
    .sort((a, b) => a - b)
    .map((status) => ({ status, meaning: meanings[status] }));
}
