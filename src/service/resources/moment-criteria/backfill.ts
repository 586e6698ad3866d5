/**
 * Criteria attached to moments collections. Attaching one (attach.ts) starts a job that runs it over the files that
 * are there; files that come later get their runs when they complete (files.ts). Detaching stops the work.
 */

import { failsItsRow, type JobContext, type JobHandler, RetryLater } from '../../jobs/handlers.ts';
import { declareLifecycle } from '../../jobs/lifecycle/lifecycle.ts';
import { isKept } from '../../store/sql/deletions.ts';
import { isOpen } from '../../store/sql/expressions.ts';
import type { Trx } from '../../store/sql/schema.ts';
import { collectionFileRow, FILE_URI } from '../common/lookup.ts';
import { rowOf } from '../common/rows.ts';
import { getOrCreateRun } from '../find-moments/get-or-create.ts';
import type { RunSpec } from '../find-moments/spec.ts';
import { addToCollections } from '../moments/listed.ts';
import { addCriterionFile } from './files.ts';
import { type AttachmentRow, wantedOf } from './rows.ts';

/** A backfill waits for nothing: it leaves out files that are still being processed. */
export const backfillLifecycle = declareLifecycle('moment-criteria.backfill', {
  table: 'moment_attachments',
  key: { attachment_id: 'id' },
  fail: async (_ctx, trx, { attachment_id }) => {
    await trx
      .updateTable('moment_attachments')
      .set({ status: 'failed' })
      .where('id', '=', attachment_id)
      .execute();
  },
});

/** Files looked at in one transaction: other writers wait meanwhile. */
const PIECE = 25;

/** Milliseconds before other light jobs get a turn. */
const TURN_MS = 500;

/**
 * Applies an attached criterion to the files of its collection, piece by piece: finds those whose processing has ended,
 * and gives each the run that is there, or a new one. After an interruption the next job goes on where this one was. A
 * file whose processing ends later is noted then (see files.ts), and brings a new job.
 */
export const backfillCriterion: JobHandler<'moment-criteria.backfill'> = {
  rows: backfillLifecycle,
  async run(ctx, { attachment_id }) {
    const until = ctx.clock() + TURN_MS;
    while (await ctx.write((trx) => applyPiece(ctx, trx, attachment_id))) {
      ctx.signal.throwIfAborted();
      if (ctx.clock() > until) throw new RetryLater('more files are to be looked at', 0);
    }
  },
  exhausted: failsItsRow('moment-criteria.backfill'),
};

/** @returns whether there is more to do */
async function applyPiece(ctx: JobContext, trx: Trx, id: string): Promise<boolean> {
  const attachment = await rowOf(trx, 'moment_attachments', id);
  if (!attachment || !isOpen(attachment)) return false;
  const reached = await noteFiles(trx, attachment);
  const chosen = await chooseRuns(ctx, trx, attachment);
  const more = reached !== undefined || chosen;
  await trx
    .updateTable('moment_attachments')
    .set({ status: more ? 'processing' : 'completed', ...(reached !== undefined && { reached }) })
    .where('id', '=', id)
    .execute();
  return more;
}

/** Notes the next files of the collection. @returns the last one; undefined if there are no more */
async function noteFiles(trx: Trx, attachment: AttachmentRow): Promise<string | undefined> {
  const files = await trx
    .selectFrom('collection_files')
    .selectAll()
    .where('collection_id', '=', attachment.collection_id)
    .where('file_id', '>', attachment.reached)
    .where(isKept('collection_files'))
    .orderBy('file_id')
    .limit(PIECE)
    .execute();
  for (const file of files) if (!isOpen(file)) await addCriterionFile(trx, attachment.id, file);
  return files.at(-1)?.file_id;
}

/** Gives the next files that have none a run. @returns whether there were any */
async function chooseRuns(ctx: JobContext, trx: Trx, attachment: AttachmentRow): Promise<boolean> {
  const files = await trx
    .selectFrom('criterion_files')
    .select('file_id')
    .where('attachment_id', '=', attachment.id)
    .where('run_id', 'is', null)
    .where('status', '=', 'pending')
    .orderBy('file_id')
    .limit(PIECE)
    .execute();
  const wanted = files.length > 0 ? wantedOf(attachment) : undefined;
  for (const { file_id } of files) if (wanted) await chooseRun(ctx, trx, attachment, file_id, wanted);
  return files.length > 0;
}

async function chooseRun(
  ctx: JobContext,
  trx: Trx,
  { id, collection_id, account_id }: AttachmentRow,
  file_id: string,
  wanted: RunSpec,
): Promise<void> {
  const own = trx
    .updateTable('criterion_files')
    .where('attachment_id', '=', id)
    .where('file_id', '=', file_id);
  const file = await collectionFileRow(trx, collection_id, file_id);
  if (file?.status === 'failed') {
    await own.set({ status: 'failed', error: file.error }).execute();
    return;
  }
  if (!file || isOpen(file)) {
    // It was removed, or is processed again: it is noted when that has ended.
    const gone = trx.deleteFrom('criterion_files').where('attachment_id', '=', id);
    await gone.where('file_id', '=', file_id).execute();
    return;
  }
  const how = { url: `${FILE_URI}${file_id}`, requested: false, refresh: false };
  const { run } = await getOrCreateRun(ctx, trx, { id: file_id, account_id }, wanted, how);
  await own.set({ run_id: run.id, status: run.status, error: null }).execute();
  if (run.status === 'completed') await addToCollections(trx, run.id, id);
}
