/** Flags that a command has by what it does; the model adds them. */
import { integer, path, toggle } from './values.ts';

/** --all, for what has pages. Every command that takes --limit and --offset has it. */
export const allFlag = { all: toggle('Fetch every page; --limit is the page size') } as const;

/** --dry-run. Every command whose operation changes something has it. */
export const dryRunFlag = {
  dryRun: toggle('Show the request, also as a curl command, without sending it'),
} as const;

/** --from and its knobs. Every command that can be done for many things has them. */
export const bulkFlags = {
  from: path('Run for each row of a file: ndjson, CSV, or one id per line', { placeholder: 'FILE|-' }),
  concurrency: integer('With --from: how many to run at once, 1 to 32 (default 4)'),
  resume: path('With --from: write results here, and skip rows it lists as done', { placeholder: 'JOURNAL' }),
} as const;
