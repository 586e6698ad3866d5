import type { Attachment } from '../../../contract/index.ts';
import { notFound } from '../../errors.ts';
import type { HandlersOf, Input, RequestContext } from '../../http/handler.ts';
import { finderOf } from '../common/rows.ts';
import { startDeletion } from '../deletions/start.ts';
import { findMomentsCollection } from '../moments/collection.ts';
import { attach } from './attach.ts';
import { attachmentOf } from './present.ts';
import { stopCriterion } from './stop.ts';

/** Criteria attached to moments collections. */
export const momentCriteriaHandlers: HandlersOf<`moment-criteria.${'attach' | 'detach'}`> = {
  'moment-criteria.attach': attachOne,
  'moment-criteria.detach': detach,
};

async function attachOne(
  ctx: RequestContext,
  { params, body, sent }: Input<'moment-criteria.attach'>,
): Promise<Attachment> {
  const { id } = await findMomentsCollection(ctx, params.collection_id);
  const row = await ctx.db.transaction().execute(async (trx) => {
    // Attaching is free, each run over a file is charged. A check of the balance for all of them belongs here.
    await findMomentsCollection({ db: trx, accountId: ctx.accountId }, id);
    return attach(ctx, trx, id, body, sent);
  });
  ctx.tellCost(0);
  return attachmentOf(ctx.db, row);
}

/** Its moments are gone at once for readers; a job deletes the rows. The runs stay. */
async function detach(ctx: RequestContext, { params }: Input<'moment-criteria.detach'>) {
  const collection = await findMomentsCollection(ctx, params.collection_id);
  const row = await find(ctx, params.attachment_id);
  if (row.collection_id !== collection.id) throw notFound('attachment', params.attachment_id);
  await ctx.db.transaction().execute(async (trx) => {
    await startDeletion(ctx, trx, 'moment_attachments', row.id);
    await stopCriterion(ctx, trx, row);
  });
  return { attachment_id: row.id, deleted: true as const };
}

const find = finderOf('moment_attachments', 'attachment');
