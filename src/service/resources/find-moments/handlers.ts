import { sql } from 'kysely';
import type { FindMomentsRun } from '../../../contract/index.ts';
import { creditsOf } from '../../accounts/credits.ts';
import { badRequest } from '../../errors.ts';
import type { HandlersOf, Input, RequestContext } from '../../http/handler.ts';
import { isKept } from '../../store/deletions.ts';
import { listOf as oneOf } from '../../store/list-of.ts';
import { type CursorList, cursorPage, equal } from '../common/cursor.ts';
import { inOrder, isWithin } from '../common/lists.ts';
import { withFile } from '../common/lookup.ts';
import { optional } from '../common/optional.ts';
import { removeRow } from '../deletions/remove.ts';
import { fileNamed } from '../files/sync.ts';
import { checkUsable } from '../files/usable.ts';
import { cancelRun } from './end.ts';
import { estimateRun, payRun } from './estimate.ts';
import { obtainRun } from './obtain.ts';
import { runOf, showRun } from './present.ts';
import { criterionOf, findRun } from './rows.ts';
import { wantedRun } from './wanted.ts';

/** Criteria applied to single files. */
export const findMomentsHandlers: HandlersOf<`find-moments.${'create' | 'estimate' | 'list' | 'get' | 'delete'}`> =
  {
    'find-moments.create': create,
    'find-moments.estimate': estimateRun,
    'find-moments.list': list,
    'find-moments.get': async (ctx, { params, query }) => {
      const row = await findRun(ctx, params.job_id);
      if (query.min_score !== undefined && !criterionOf(row).scoring)
        throw badRequest(
          `query parameter min_score needs a criterion with scoring; ${row.criterion_name} has none`,
        );
      return showRun(ctx.db, row, query);
    },
    'find-moments.delete': remove,
  };

async function create(
  ctx: RequestContext,
  { body, sent, query }: Input<'find-moments.create'>,
): Promise<FindMomentsRun> {
  const { url } = body;
  const wanted = wantedRun(body, sent);
  let cost = 0;
  const row = await withFile(ctx, await fileNamed(ctx, url), async (trx, file) => {
    checkUsable(file);
    const refresh = body.cache_policy === 'refresh';
    const { run, added } = await obtainRun(ctx, trx, file, wanted, { url, requested: true, refresh });
    if (!added) return run;
    cost = await payRun(ctx, trx, run, query.cost_limit);
    return { ...run, ...(cost > 0 && { cost_micros: cost }) };
  });
  ctx.tellCost(creditsOf(cost));
  return showRun(ctx.db, row);
}

/** The newest first. */
async function list(ctx: RequestContext, { query }: Input<'find-moments.list'>) {
  const { status, url, created_after: after, created_before: before } = query;
  const listed: CursorList = {
    table: 'find_moments_runs',
    where: [
      ...equal({ account_id: ctx.accountId, status, url }),
      sql`${isWithin(sql.ref('created_at'), after, before)}`,
      isKept('find_moments_runs'),
    ],
    order: ['created_at', 'id'],
    descending: true,
  };
  const { keys, total, next_cursor } = await cursorPage(ctx.db, listed, query);
  const ids = keys.map(({ id }) => String(id));
  const rows = await ctx.db
    .selectFrom('find_moments_runs')
    .selectAll()
    .where('id', 'in', oneOf(ids))
    .execute();
  const runs = inOrder(ids, rows, ({ id }) => id).map(runOf);
  return { runs, total, ...optional('next_cursor', next_cursor) };
}

/** Gone at once, with its moments in every list; a run in flight is cancelled. */
async function remove(ctx: RequestContext, { params }: Input<'find-moments.delete'>) {
  const run = await findRun(ctx, params.job_id);
  const { id } = run;
  let refunded = false;
  await removeRow(ctx, {
    ...{ table: 'find_moments_runs', id, kind: 'find-moments.run', payload: { run_id: id } },
    before: async (trx) => {
      refunded = await cancelRun(ctx, trx, run, 'the run was deleted');
    },
  });
  return { job_id: id, deleted: true as const, refunded };
}
