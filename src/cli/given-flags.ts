/** Flags that a command has by what it does; the model adds them. */
import { toggle } from './values.ts';

/** --all, for what has pages. Every command that takes --limit and --offset has it. */
export const allFlag = { all: toggle('Every page; --limit is then the size of one') } as const;

/** --dry-run. Every command whose operation changes something has it. */
export const dryRunFlag = { dryRun: toggle('Show the request, also as curl, and send nothing') } as const;
