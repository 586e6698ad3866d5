/** Runs one command line, from argv to exit status. */
import { type Command as Commander, CommanderError } from 'commander';
import { NetworkError } from '../../client/errors.ts';
import { INTERFACE_VERSION } from '../../contract/version.ts';
import { type CliError, type Failure, failureOf, LocalError, UsageError } from '../errors/errors.ts';
import { type ExitStatus, exit } from '../errors/exit.ts';
import { closest } from '../errors/nearest.ts';
import { type CommandName, commandNames, nounOf } from '../model/catalogue/catalogue.ts';
import { commonFlags } from '../model/flags/common-flags.ts';
import { defineCommand } from '../model/model.ts';
import type { CommonFlags, Session } from '../model/session.ts';
import { setUpThere } from '../output/set-up-there.ts';
import { show } from '../output/show.ts';
import { readInput, type Typed } from '../run/input.ts';
import { createSession } from '../run/session/session.ts';
import type { Io } from '../terminal/io.ts';
import { report } from '../terminal/message.ts';
import { shellWord } from '../terminal/shell-word.ts';
import { version, versionText } from '../terminal/version.ts';
import { execute } from './execute.ts';
import { buildProgram, flagsAlone, helpLast, nounIn, withTexts, withVerb } from './program.ts';
import { topicIn, topicText } from './topics.ts';

// The command to type after an error that names none.

/** Lists of what belongs to a collection or a file, which the commands of the noun take as their first argument. */
const listsWithin: ReadonlySet<string> = new Set<CommandName>([
  'media list',
  'moments list',
  'entity list',
  'moment-criteria list',
  'media-description list',
  'rich-transcript list',
  'segments list',
]);

/**
 * @param name the command that failed @param typed its words @param words its arguments @returns a command of vau; undefined where nothing is to be
 * done
 */
function nextCommand(
  { exitStatus, status, code, message }: Failure,
  name: CommandName,
  typed: readonly string[],
  words: readonly unknown[] = [],
): string | undefined {
  const help = `vau ${name} --help`;
  const names: readonly string[] = commandNames;
  const list = `${nounOf(name)} list`;
  if (code === 'declined') return undefined;
  if (status === 402) return 'vau billing balance';
  switch (exitStatus) {
    case exit.usage:
    case exit.refused:
      return help;
    case exit.notFound:
      return (
        listOfMissing(message, words[0]) ??
        (names.includes(list) && list !== name ? (listOf(list, words[0]) ?? help) : help)
      );
    case exit.conflict:
      return names.includes(list) && list !== name ? (listOf(list, words[0]) ?? help) : help;
    case exit.signIn:
      return 'vau auth status';
    case exit.service:
      return code === 'bad_request' ? help : 'vau doctor';
    case exit.rateLimit: // Nothing is wrong but the time.
      return ['vau', ...typed.map((word) => shellWord(word))].join(' ');
    case exit.network:
      return 'vau doctor';
    case exit.fault:
      return code === 'fault' ? 'vau doctor' : help;
    default:
      return undefined;
  }
}

/** The list as a whole line; undefined if it needs something that is not known. */
function listOf(list: string, first: unknown): string | undefined {
  if (!listsWithin.has(list)) return `vau ${list}`;
  return typeof first === 'string' ? `vau ${list} ${shellWord(first)}` : undefined;
}

/** Lists whose noun is not that of one entry. */
const listsOf: Readonly<Record<string, CommandName>> = { segment: 'segments list' };

/**
 * The list in which to look for what the service did not find: `file 3f2a was not found`. The command may be of another noun,
 * as share create is. Undefined where it says nothing of the kind, or the list needs more than is known.
 */
function listOfMissing(message: string, first: unknown): string | undefined {
  const [, noun = '', id] = /^([a-z]+(?: [a-z]+)*) ("[^"]*"|\S+) was not found/.exec(message) ?? [];
  const names: readonly string[] = commandNames;
  const list = listsOf[noun] ?? `${noun.replaceAll(' ', '-')} list`;
  return names.includes(list) ? listOf(list, first === id ? undefined : first) : undefined;
}

/** Runs it and reports errors on standard error. */
export async function runLine(typed: readonly string[], io: Io): Promise<ExitStatus> {
  const argv = withVerb(helpLast(typed), io);
  let status: ExitStatus = exit.done;
  let program: Commander | undefined;
  let running: CommandName | undefined;
  let given: Typed = { words: [], flags: {} };
  let session: Session | undefined;
  try {
    const topic = topicIn(typed);
    if (topic !== undefined) {
      io.out(await topicText(topic));
      return status;
    }
    if (asksVersion(argv)) {
      await showVersion(argv, io);
      return status;
    }
    program = await buildProgram(argv, io, async (command, words, common) => {
      running = command.name;
      given = words;
      const flags = await readCommon(io, common);
      if (flags.color) io.colour(flags.color);
      const yes = words.flags.yes === true;
      session = createSession(io, { ...flags, yes }, command.name);
      status = await execute(session, command, words);
    });
    await program.parseAsync(withTexts(argv), { from: 'user' });
    // A person has read what failed beside the result; a script reads one line, whatever the command.
    const end = endOf(status);
    if (end && wantsJson(argv)) report(io, end, true);
    return status;
  } catch (error) {
    if (isHelp(error)) return exit.done;
    const said = error instanceof CommanderError ? ofCommander(error, argv, program) : failureOf(error);
    // What has a status was said by a service.
    const failure =
      session && said.status !== undefined
        ? { ...said, message: await setUpThere(session, said.message) }
        : said;
    const next =
      (await serviceAgain(error, io.env)) ??
      failure.next ??
      (running && nextCommand(failure, running, typed, given.words));
    report(io, { ...failure, next: inSameFolder(next, given.flags.dataDir) }, wantsJson(argv));
    return failure.exitStatus;
  }
}

const isVersion = (word: string | undefined): boolean => word === '--version' || word === '-V';

/** Whether a line asks for the versions: before anything else, or with flags alone. */
const asksVersion = (argv: readonly string[]): boolean =>
  isVersion(argv[0]) || (nounIn(argv) === undefined && argv.some(isVersion));

/** In the format that was asked for. */
async function showVersion(argv: readonly string[], io: Io): Promise<void> {
  const flags = await readCommon(
    io,
    flagsAlone(
      argv.filter((word) => !isVersion(word)),
      io,
    ),
  );
  const value = { version, api_version: INTERFACE_VERSION };
  await show(createSession(io, flags, '--version'), { value, text: versionText });
}

/** The next command about a service, with the data folder that this one was given. */
function inSameFolder(next: string | undefined, dataDir: unknown): string | undefined {
  const isOfFolder = next && /^vau (?:serve|service|setup|worker)\b(?!.* --(?:data-dir|help)\b)/.test(next);
  return isOfFolder && typeof dataDir === 'string' ? `${next} --data-dir ${shellWord(dataDir)}` : next;
}

/** The failure of a command that showed its result all the same; undefined for one that did not fail. */
function endOf(status: ExitStatus): Failure | undefined {
  if (status === exit.done || status === exit.brokenPipe) return undefined;
  const [code, message] = ENDS[status] ?? ['failed', 'Not all of it succeeded: the result says what failed'];
  return { code, message, exitStatus: status, retryable: status === exit.timedOut };
}

const ENDS: Partial<Record<ExitStatus, readonly [code: string, message: string]>> = {
  [exit.jobFailed]: ['job_failed', 'The job failed: the result says why'],
  [exit.jobCancelled]: ['job_cancelled', 'The job was cancelled'],
  [exit.timedOut]: ['timed_out', 'Timeout while waiting; the job itself continues'],
  [exit.interrupted]: ['interrupted', 'Interrupted; what was begun continues'],
};

/** The command that starts the service of this machine which did not answer, with its data folder; undefined for any other error. */
async function serviceAgain(error: unknown, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  if (!(error instanceof NetworkError && error.fault === 'refused' && error.local)) return undefined;
  const { startAgain } = await import('../local/service/profile.ts');
  return startAgain(error.host, env);
}

/** Reports that the result could not be written. */
export function reportLost(io: Io, { message }: Error, argv: readonly string[]): ExitStatus {
  const { failure } = new LocalError(`Cannot write standard output: ${message}`);
  report(io, failure, wantsJson(argv));
  return failure.exitStatus;
}

/** A placeholder command, so that common flags are parsed like a command's own flags. */
const common = defineCommand({
  name: 'api',
  flags: commonFlags,
  examples: [{ does: '', line: '' }],
  plan: () => ({ kind: 'run', run: async () => undefined }),
});

async function readCommon(io: Io, flags: Typed['flags']): Promise<CommonFlags> {
  return readInput(common, { words: [], flags }, io);
}

const isHelp = (error: unknown): boolean =>
  error instanceof CommanderError &&
  (error.code === 'commander.helpDisplayed' || error.code === 'commander.version');

/** Commander's errors in vau's form: the problem, a suggestion, and the help command. */
function ofCommander(error: CommanderError, argv: readonly string[], program?: Commander): Failure {
  const noun = nounIn(argv);
  if (error.code === 'commander.help') {
    const what = noun === undefined ? 'vau' : `vau ${noun}`;
    return new UsageError(`${what} needs a command`, { next: `${what} --help` }).failure;
  }
  const said = error.message.replace(/^error: /, '');
  const what = said.replace(/^option '(?:-\w, )?(--[\w-]+) <value>' argument missing$/, '$1 needs a value');
  const excess = /Expected (\d+) arguments? but got (\d+)/.exec(said);
  if (excess) return tooManyWords(helpLine(argv, false), Number(excess[1]), Number(excess[2]));
  const flag = error.code === 'commander.unknownOption' ? /'(.*)'$/.exec(what)?.[1] : undefined;
  const unknown = error.code === 'commander.unknownCommand' ? /'(.*)'$/.exec(what)?.[1] : undefined;
  const typed = typedIn(program, argv);
  const near =
    flag !== undefined
      ? flagMeant(flag, flagsOf(typed))
      : unknown !== undefined
        ? commandMeant(unknown, noun ?? '')
        : undefined;
  const next = helpLine(argv, unknown !== undefined);
  const takesText = typed.some(({ registeredArguments }) => registeredArguments.length > 0);
  const hint =
    near !== undefined
      ? `Did you mean ${near}?`
      : flag !== undefined && takesText
        ? `If that is a text, put -- before it: ${commandOf(next)} -- ${shellWord(flag)}`
        : undefined;
  const failure = new UsageError(what.charAt(0).toUpperCase() + what.slice(1), { hint, next });
  return (failure satisfies CliError).failure;
}

/** Words beyond the arguments: often a text with spaces that has no quotes. @param next the help of the command */
function tooManyWords(next: string, expected: number, given: number): Failure {
  const takes = expected === 0 ? 'no arguments' : expected === 1 ? 'one argument' : `${expected} arguments`;
  const hint = expected === 0 ? {} : { hint: 'Put a text with spaces in quotes.' };
  return new UsageError(`${commandOf(next)} takes ${takes} (got ${given})`, { ...hint, next }).failure;
}

/** The command whose help a line shows. */
const commandOf = (help: string): string => help.replace(/ --help$/, '');

/** The command that was typed, after those that it is a part of. */
function typedIn(program: Commander | undefined, argv: readonly string[]): Commander[] {
  const typed = program ? [program] : [];
  for (const word of argv) {
    const inner = typed.at(-1)?.commands.find((command) => command.name() === word);
    if (inner) typed.push(inner);
  }
  return typed;
}

/** The flags of the command that was typed, and those of every command. */
const flagsOf = (typed: readonly Commander[]): string[] =>
  typed.flatMap(({ options }) => options).flatMap(({ long, hidden }) => (long && !hidden ? [long] : []));

/** The dashes, which all flags have, make nothing similar. */
function flagMeant(flag: string, flags: readonly string[]): string | undefined {
  const near = closest(
    flag.replace(/^-+/, ''),
    flags.map((one) => one.slice(2)),
  );
  return near === undefined ? undefined : `--${near}`;
}

/** A noun or a verb that is similar. */
function commandMeant(unknown: string, noun: string): string | undefined {
  const verbs = commandNames.filter((name) => nounOf(name) === noun && name !== noun);
  return closest(
    unknown,
    verbs.length > 0 ? verbs.map((name) => name.slice(noun.length + 1)) : commandNames.map(nounOf),
  );
}

function helpLine(argv: readonly string[], unknown: boolean): string {
  const noun = nounIn(argv) ?? '';
  const rest = argv.slice(argv.indexOf(noun) + 1);
  const verb = rest.find((word) => !word.startsWith('-')) ?? '';
  const names: readonly string[] = commandNames;
  if (!unknown && names.includes(`${noun} ${verb}`)) return `vau ${noun} ${verb} --help`;
  return names.some((name) => nounOf(name) === noun) ? `vau ${noun} --help` : 'vau --help';
}

/** Whether to print errors as JSON. Needed before the line is parsed. */
function wantsJson(argv: readonly string[]): boolean {
  const forms = ['json', 'ndjson'];
  return argv.some((word, index) =>
    ['-o', '--output'].includes(word)
      ? forms.includes(argv[index + 1] ?? '')
      : forms.some((form) => [`-o${form}`, `--output=${form}`].includes(word)),
  );
}
