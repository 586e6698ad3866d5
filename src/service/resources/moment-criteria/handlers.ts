import { sql } from 'kysely';
import type { Attachment, Estimate } from '../../../contract/index.ts';
import { notFound } from '../../errors.ts';
import type { Input, RequestContext } from '../../http/handler.ts';
import { toJson } from '../../store/sql/json.ts';
import type { Db } from '../../store/sql/schema.ts';
import type { Resource } from '../common/resource.ts';
import { finderOf } from '../common/rows.ts';
import { startDeletion } from '../deletions/start.ts';
import { estimateOf, pairsOf, requireFunds, type Work } from '../find-moments/committed.ts';
import { costOf } from '../find-moments/cost.ts';
import { type EngineContext, engineFor } from '../find-moments/engine.ts';
import { runSpec } from '../find-moments/spec.ts';
import { findMomentsCollection } from '../moments/handlers.ts';
import { attach } from './attach.ts';
import { backfillCriterion } from './backfill.ts';
import { attachmentOf } from './present.ts';
import type { AttachmentRow } from './rows.ts';
import { stopCriterion } from './stop.ts';

/** What attaching a criterion would cost. Changes nothing. */
async function estimateAttach(
  ctx: RequestContext,
  { params, body, sent }: Input<'moment-criteria.estimate'>,
): Promise<Estimate> {
  const { id: collection_id } = await findMomentsCollection(ctx, params.collection_id);
  const { run_key, options } = runSpec(body, sent);
  const work = await backfillWork(ctx, ctx.db, { collection_id, run_key, options: toJson(options) });
  return estimateOf(ctx, work);
}

/** What the backfill of a criterion over the files of a collection comes to, as they are now. */
async function backfillWork(
  { config }: EngineContext,
  db: Db,
  { collection_id, run_key, options }: Pick<AttachmentRow, 'collection_id' | 'run_key' | 'options'>,
): Promise<Work> {
  const criteria = sql`select ${run_key} as run_key, ${collection_id} as collection_id, ${options} as options`;
  const pairs = pairsOf({ criteria, engine: engineFor(config).named.engine });
  const { rows } = await sql<{ minutes: number; runs: number; reused: number; unknown: number }>`
    select coalesce(sum(minutes) filter (where not reused), 0) as minutes,
      count(*) filter (where not reused) as runs,
      count(*) filter (where reused) as reused,
      count(*) filter (where not reused and not known) as unknown
    from (${pairs}) as pairs`.execute(db);
  const [{ minutes, ...counted } = { minutes: 0, runs: 0, reused: 0, unknown: 0 }] = rows;
  return { micros: costOf(minutes), ...counted };
}

/** Criteria attached to moments collections. */
export const momentCriteria: Resource<
  `moment-criteria.${'attach' | 'estimate' | 'detach'}`,
  'moment-criteria.backfill'
> = {
  handlers: {
    'moment-criteria.attach': attachOne,
    'moment-criteria.estimate': estimateAttach,
    'moment-criteria.detach': detach,
  },
  jobs: { 'moment-criteria.backfill': backfillCriterion },
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
