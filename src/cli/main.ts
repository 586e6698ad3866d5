/** The entry of the bundle: runs the command line and sets the exit status. */
import { type ExitStatus, exit } from './errors/exit.ts';
import { overview } from './line/help.ts';
import { type Io, processIo } from './terminal/io.ts';
import { versionText } from './terminal/version.ts';

void start(processIo());

/** Not a top-level await: the bundle is a script, so that V8 can load its compiled form. */
async function start(io: Io): Promise<void> {
  const status = await main(process.argv.slice(2), io);
  const fault = await io.gone();
  process.exitCode = fault ? await unwritten(io, fault) : status;
}

/**
 * Handles lost output: a closed pipe ends quietly, like SIGPIPE; anything else, such as a full disk, is an
 * error.
 */
async function unwritten(io: Io, fault: NodeJS.ErrnoException): Promise<ExitStatus> {
  if (fault.code === 'EPIPE') return exit.brokenPipe;
  const { reportLost } = await import('./line/line.ts');
  return reportLost(io, fault, process.argv.slice(2));
}

/** Runs one command line. The versions alone, the overview and completions load neither commander nor any command. */
async function main(argv: readonly string[], io: Io): Promise<number> {
  const [first] = argv;
  if (argv.length === 1 && (first === '--version' || first === '-V')) {
    io.out(`${versionText}\n`);
    return 0;
  }
  if (argv.length === 0) {
    const { firstSteps } = await import('./line/first-steps.ts');
    io.out(`${overview()}${firstSteps(io.env)}`);
    return 0;
  }
  if (argv.length === 1 && (first === '--help' || first === '-h' || first === 'help')) {
    io.out(overview());
    return 0;
  }
  if (first === 'completion' && argv.length === 2) {
    const { completionFor } = await import('./local/completion-files.ts');
    const text = await completionFor(argv[1]);
    if (text !== undefined) {
      io.out(text);
      return 0;
    }
  }
  const { runLine } = await import('./line/line.ts');
  return runLine(argv, io);
}
