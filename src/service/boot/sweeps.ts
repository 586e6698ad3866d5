import { type ObjectFolder, sweepOrphans } from '../jobs/orphans.ts';
import type { Sweep } from '../jobs/reconciler.ts';
import { forgetOrphans } from '../understanding/results.ts';
import { declarations } from './waiting.ts';

/** Every folder of the object storage, with the table whose ids name its subfolders. */
export const objectFolders: readonly ObjectFolder[] = Object.values(declarations).flatMap((rows) =>
  // Rows with objects have a single id as key.
  rows?.objects ? [{ ...rows.objects, table: rows.table as ObjectFolder['table'] }] : [],
);

/** The periodic sweeps of the service. */
export const sweeps: readonly Sweep[] = [sweepOrphans(objectFolders), forgetOrphans];
