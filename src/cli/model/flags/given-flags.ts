/** Flags that the model adds by what a command does. */
import { document, integer, path, toggle } from '../values.ts';

/** --all, for every command with --limit and --offset, or --cursor. */
export const allFlag = { all: toggle('Fetch every page; --limit is the page size') } as const;

/** --file, for every command that creates, adds or changes something with a JSON body. */
export const fileFlag = {
  file: document('JSON or YAML file with the whole request body; arguments and flags override its fields', {
    local: true,
  }),
} as const;

/** --dry-run, for every command whose operation changes something. */
export const dryRunFlag = {
  dryRun: toggle('Show the request, also as a curl command, without sending it'),
} as const;

/** --from, --concurrency and --resume, for commands that can run for many rows. */
export const bulkFlags = {
  from: path('Run for each row of a file: ndjson, CSV, or one id per line', { placeholder: 'FILE|-' }),
  concurrency: integer('How many of several to run at once, 1 to 32 (default 4)'),
  resume: path('Write results here, and skip what it lists as done', { placeholder: 'JOURNAL' }),
} as const;

/** --yes, for every command that changes something: a profile may ask before each change. */
export const yesFlag = { yes: toggle('Do not ask for confirmation', { short: 'y', local: true }) } as const;
