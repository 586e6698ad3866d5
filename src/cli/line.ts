/** One command line from argv to exit status. */
import { CommanderError } from 'commander';
import { commandNames, nounOf } from './catalogue.ts';
import { commonFlags } from './common-flags.ts';
import { type CliError, type Failure, failureOf, UsageError } from './errors.ts';
import { type ExitStatus, exit } from './exit.ts';
import type { Io } from './io.ts';
import { defineCommand } from './model.ts';
import { buildProgram, nounIn } from './program.ts';
import { report } from './report.ts';
import { execute } from './run/execute.ts';
import { readInput } from './run/input.ts';
import { createSession } from './run/session.ts';
import type { CommonFlags } from './session.ts';

/** Runs it; whatever goes wrong is shown on standard error, and standard output stays as it is. */
export async function runLine(typed: readonly string[], io: Io): Promise<ExitStatus> {
  const argv = typed[0] === 'help' ? [...typed.slice(1), '--help'] : typed;
  let status: ExitStatus = exit.done;
  try {
    const program = await buildProgram(argv, io, async (command, words, common) => {
      const flags = await readCommon(io, common);
      if (flags.color) io.colour(flags.color);
      status = await execute(createSession(io, flags), command, words);
    });
    await program.parseAsync([...argv], { from: 'user' });
    return status;
  } catch (error) {
    if (isHelp(error)) return exit.done;
    const failure = error instanceof CommanderError ? ofCommander(error, argv) : failureOf(error);
    report(io, failure, wantsJson(argv));
    return failure.exitStatus;
  }
}

/** Holds no command: the flags of every command are read the way a command's own are. */
const common = defineCommand({
  name: 'api',
  flags: commonFlags,
  examples: [{ does: '', line: '' }],
  plan: () => ({ kind: 'run', run: async () => undefined }),
});

async function readCommon(io: Io, flags: Parameters<typeof readInput>[1]['flags']): Promise<CommonFlags> {
  return readInput(common, { words: [], flags }, io.stdin);
}

const isHelp = (error: unknown): boolean =>
  error instanceof CommanderError &&
  (error.code === 'commander.helpDisplayed' || error.code === 'commander.version');

/** Commander's errors in our form: what, then what was probably meant, then where the help is. */
function ofCommander(error: CommanderError, argv: readonly string[]): Failure {
  const noun = nounIn(argv);
  if (error.code === 'commander.help')
    return new UsageError(`vau ${noun ?? ''} needs a command`, { next: `vau ${noun ?? ''} --help` }).failure;
  const [what = '', ...more] = error.message.replace(/^error: /, '').split('\n');
  const hint = more
    .join(' ')
    .trim()
    .replace(/^\(|\)$/g, '');
  const failure = new UsageError(what.charAt(0).toUpperCase() + what.slice(1), {
    ...(hint ? { hint } : {}),
    next: helpLine(argv, error.code === 'commander.unknownCommand'),
  });
  return (failure satisfies CliError).failure;
}

function helpLine(argv: readonly string[], unknown: boolean): string {
  const noun = nounIn(argv) ?? '';
  const rest = argv.slice(argv.indexOf(noun) + 1);
  const verb = rest.find((word) => !word.startsWith('-')) ?? '';
  const names: readonly string[] = commandNames;
  if (!unknown && names.includes(`${noun} ${verb}`)) return `vau ${noun} ${verb} --help`;
  return names.some((name) => nounOf(name) === noun) ? `vau ${noun} --help` : 'vau --help';
}

/** Whether errors are to be JSON, told before the line has been understood. */
function wantsJson(argv: readonly string[]): boolean {
  const forms = ['json', 'ndjson'];
  return argv.some((word, index) =>
    ['-o', '--output'].includes(word)
      ? forms.includes(argv[index + 1] ?? '')
      : forms.some((form) => [`-o${form}`, `--output=${form}`].includes(word)),
  );
}
