import { type ObjectFolder, sweepOrphans } from '../jobs/orphans.ts';
import type { Sweep } from '../jobs/reconciler.ts';
import { forgetOrphans } from '../understanding/results.ts';
import { declarations } from './waiting.ts';

/** Every folder of the object storage, with the table whose ids name what is in it. */
export const objectFolders: readonly ObjectFolder[] = Object.values(declarations).flatMap((rows) =>
  // A row that has objects is named by its id alone.
  rows?.objects ? [{ ...rows.objects, table: rows.table as ObjectFolder['table'] }] : [],
);

/** What the service looks through now and then. */
export const sweeps: readonly Sweep[] = [sweepOrphans(objectFolders), forgetOrphans];
