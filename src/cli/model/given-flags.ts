/** Flags that a command has by what it does; the model adds them. */
import { integer, path, toggle } from './values.ts';

/** --all, for what has pages. Every command that takes --limit and --offset has it. */
export const allFlag = { all: toggle('Every page; --limit is then the size of one') } as const;

/** --dry-run. Every command whose operation changes something has it. */
export const dryRunFlag = { dryRun: toggle('Show the request, also as curl, and send nothing') } as const;

/** --from and its knobs. Every command that can be done for many things has them. */
export const bulkFlags = {
  from: path('Do it for each row: ndjson, CSV or an id a line', { placeholder: 'FILE|-' }),
  concurrency: integer('With --from: how many at once, 1 to 32 (default 4)'),
  resume: path('With --from: keep results here; leave out what it says is done', { placeholder: 'JOURNAL' }),
} as const;
