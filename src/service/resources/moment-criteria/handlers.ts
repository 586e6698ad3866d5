import type { Attachment } from '../../../contract/index.ts';
import { notFound } from '../../errors.ts';
import type { HandlersOf, Input, RequestContext } from '../../http/handler.ts';
import { finderOf } from '../common/rows.ts';
import { startDeletion } from '../deletions/start.ts';
import { requireFunds } from '../find-moments/committed.ts';
import { findMomentsCollection } from '../moments/collection.ts';
import { attach } from './attach.ts';
import { backfillWork, estimateAttach } from './estimate.ts';
import { attachmentOf } from './present.ts';
import { stopCriterion } from './stop.ts';

/** Criteria attached to moments collections. */
export const momentCriteriaHandlers: HandlersOf<`moment-criteria.${'attach' | 'estimate' | 'detach'}`> = {
  'moment-criteria.attach': attachOne,
  'moment-criteria.estimate': estimateAttach,
  'moment-criteria.detach': detach,
};

/** Attaching is free: each run is charged when it begins. But it is refused if the account could not pay for all of them. */
async function attachOne(
  ctx: RequestContext,
  { params, body, sent, query }: Input<'moment-criteria.attach'>,
): Promise<Attachment> {
  const { id } = await findMomentsCollection(ctx, params.collection_id);
  const row = await ctx.db.transaction().execute(async (trx) => {
    await findMomentsCollection({ db: trx, accountId: ctx.accountId }, id);
    const attached = await attach(ctx, trx, id, body, sent);
    const { micros } = await backfillWork(ctx, trx, attached);
    const asked = { micros, limit: query.cost_limit, what: 'the backfill' };
    await requireFunds(ctx, trx, ctx.accountId, asked);
    return attached;
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
