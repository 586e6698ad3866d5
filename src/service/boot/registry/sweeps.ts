import { type ObjectFolder, sweepOrphans } from '../../jobs/orphans.ts';
import type { Sweep } from '../../jobs/sweep.ts';
import { nameUnnamed } from '../../resources/files/hearing/change.ts';
import { isUnencoded } from '../../resources/passages/encode-again.ts';
import { isUnseen } from '../../resources/pictures/next.ts';
import { sweepUploads } from '../../resources/uploads/sweep.ts';
import { pruneEvents } from '../../resources/webhooks/prune.ts';
import { nextToAnalyse } from '../../search/documents/analyse-again.ts';
import { isUnindexed } from '../../search/filters/file-values/index-files.ts';
import { forgetOrphans } from '../../understanding/modalities/results.ts';
import { declarations } from './resources.ts';

/** Every folder of the object storage, with the table whose ids name its subfolders. */
export const objectFolders: readonly ObjectFolder[] = Object.values(declarations).flatMap((rows) =>
  // Rows with objects have a single id as key.
  rows?.objects ? [{ ...rows.objects, table: rows.table as ObjectFolder['table'] }] : [],
);

/**
 * Enqueues the job if an earlier version left documents or files that the index has in an older form or not at all: after
 * an upgrade, or after it was given up.
 */
export const analyseOldIndex: Sweep = async ({ db, queue }) => {
  if (!(await nextToAnalyse(db)) && !(await isUnindexed(db))) return;
  await db.transaction().execute((trx) => queue.enqueue(trx, 'index.analyse', {}));
};

/** Enqueues the job if collection files wait for vectors: after an upgrade, a new model, or a failed encoder. */
export const encodeUnencoded: Sweep = async (ctx) => {
  if (!(await isUnencoded(ctx))) return;
  await ctx.db.transaction().execute((trx) => ctx.queue.enqueue(trx, 'passages.encode', {}));
};

/** The same for frames that wait for vectors. */
export const encodeUnseen: Sweep = async (ctx) => {
  if (!(await isUnseen(ctx))) return;
  await ctx.db.transaction().execute((trx) => ctx.queue.enqueue(trx, 'pictures.encode', {}));
};

/** Ends uploads to the object storage that crashed processes began. */
const endUploads: Sweep = async ({ objects, log }) => {
  const ended = (await objects.tidy?.()) ?? 0;
  if (ended > 0) log.info('ended unfinished uploads to the object storage', { ended });
};

/** The periodic sweeps of the service. */
export const sweeps: readonly Sweep[] = [
  // Before the orphans: an original that lacks its row may be an upload that a crash cut off at its end.
  sweepUploads,
  sweepOrphans(objectFolders),
  forgetOrphans,
  analyseOldIndex,
  encodeUnencoded,
  encodeUnseen,
  nameUnnamed,
  pruneEvents,
  endUploads,
];
