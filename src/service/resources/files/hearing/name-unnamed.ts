import type { Sweep } from '../../../jobs/sweep.ts';
import { nextNaming } from '../../../understanding/modalities/speakers/names.ts';

/** Enqueues the job if names of voices are still to be shown: after it was given up. */
export const nameUnnamed: Sweep = async ({ db, queue }) => {
  if (!(await nextNaming(db))) return;
  await db.transaction().execute((trx) => queue.enqueue(trx, 'voices.name', {}));
};
