import { sql } from 'kysely';
import type { Estimate, FindMomentsRun } from '../../../contract/index.ts';
import { creditsOf } from '../../accounts/rates.ts';
import { badRequest } from '../../errors.ts';
import type { Input, RequestContext } from '../../http/handler.ts';
import { isKept } from '../../store/sql/deletions.ts';
import { listOf as oneOf } from '../../store/sql/expressions.ts';
import { fromJson } from '../../store/sql/json.ts';
import type { Db, Trx } from '../../store/sql/schema.ts';
import { type CursorList, cursorPage, equal } from '../common/lists/cursor.ts';
import { inOrder, isWithin } from '../common/lists/lists.ts';
import { checkUsable, FILE_URI, findFile, withFile } from '../common/lookup.ts';
import { optional } from '../common/optional.ts';
import type { Resource } from '../common/resource.ts';
import { removeRow } from '../deletions/remove.ts';
import { fileNamed } from '../files/sync.ts';
import { findingOf, momentOf } from '../moments/present.ts';
import { estimateOf, requireFunds } from './committed.ts';
import { chargeRun, costOf, priceOf } from './cost.ts';
import { getOrCreateRun, sameRun } from './get-or-create.ts';
import { runFindMoments } from './job.ts';
import { cancelRun } from './lifecycle.ts';
import { criterionOf, findRun, heardFor, type RunRow } from './rows.ts';
import { type RunOptions, runSpec } from './spec.ts';

/** Which moments are shown, and in which order. */
interface Shown {
  readonly min_score?: number | undefined;
  readonly sort?: 'rank_score' | 'start_time' | undefined;
}

/** A run as lists show it: without its moments and findings. */
function runOf(row: RunRow): FindMomentsRun {
  return {
    job_id: row.id,
    status: row.status,
    created_at: row.created_at,
    url: row.url,
    find_moments_config: {
      criterion: criterionOf(row),
      criterion_hash: row.criterion_hash,
      engine_version: row.engine_version,
      engine: row.engine,
      ...fromJson<RunOptions>(row.options),
    },
    ...optional('total_moments', row.total_moments),
    ...(row.cost_micros !== null && { cost: creditsOf(row.cost_micros) }),
    ...optional('error', row.error),
    ...optional('notes', fromJson<string[]>(row.notes)),
    judged_by: row.judged_by,
  };
}

/** A run with its moments and findings, once it is completed. */
async function showRun(db: Db, row: RunRow, shown: Shown = {}): Promise<FindMomentsRun> {
  if (row.status !== 'completed') return runOf(row);
  const findings = await db
    .selectFrom('findings')
    .selectAll()
    .where('run_id', '=', row.id)
    .where(isKept('findings'))
    .orderBy('id')
    .execute();
  return {
    ...runOf(row),
    moments: (await momentsOf(db, row, shown)).map((moment) => momentOf(moment, row)),
    findings: findings.map((finding) => findingOf(finding, row)),
  };
}

async function momentsOf(db: Db, { id }: RunRow, { min_score: least, sort }: Shown) {
  const rows = await db
    .selectFrom('moments')
    .selectAll()
    .where('run_id', '=', id)
    .where(isKept('moments'))
    .orderBy('start_time')
    .orderBy('id')
    .execute();
  const kept = rows.filter(
    ({ score, lower_is_better: lower }) =>
      least === undefined || (score !== null && (lower ? score <= least : score >= least)),
  );
  if (sort === 'rank_score')
    kept.sort((one, other) => other.merit - one.merit || other.rank_score - one.rank_score);
  return kept;
}

const FREE = { micros: 0, runs: 0, reused: 1, unknown: 0 } as const;
const NEW = { runs: 1, reused: 0 } as const;

/** What a run over a file would cost. Changes nothing; media at a URL is not fetched, and counts as not processed yet. */
async function estimateRun(
  ctx: RequestContext,
  { body, sent }: Input<'find-moments.estimate'>,
): Promise<Estimate> {
  const { url } = body;
  if (!url.startsWith(FILE_URI)) return estimateOf(ctx, { ...NEW, micros: costOf(1), unknown: 1 });
  const file = await findFile(ctx, url.slice(FILE_URI.length));
  checkUsable(file);
  const wanted = runSpec(body, sent);
  const heard = await heardFor(ctx.db, file.id, wanted.options);
  const refresh = body.cache_policy === 'refresh';
  const known = refresh ? undefined : await sameRun(ctx, ctx.db, { ...wanted, file_id: file.id, heard });
  if (known) return estimateOf(ctx, FREE);
  const price = await priceOf(ctx.db, file.id);
  return estimateOf(ctx, { ...NEW, micros: price.micros, unknown: price.known ? 0 : 1 });
}

/**
 * Checks whether the account can pay for a run that a request has just added, and charges it. A run over a file that is not
 * processed yet is charged when it begins, because its length is not known.
 * @param limit the most credits that it may cost @returns millionths of a credit @throws 402
 */
async function payRun(
  ctx: RequestContext,
  trx: Trx,
  run: RunRow,
  limit: number | undefined,
): Promise<number> {
  const { micros, known } = await priceOf(trx, run.file_id);
  await requireFunds(ctx, trx, run.account_id, { micros, limit, what: 'the run' });
  return known ? chargeRun(ctx, trx, run) : 0;
}

type FindMomentsIds = `find-moments.${'create' | 'estimate' | 'list' | 'get' | 'delete'}`;

/** Criteria applied to single files. */
export const findMoments: Resource<FindMomentsIds, 'find-moments.run'> = {
  handlers: {
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
  },
  jobs: { 'find-moments.run': runFindMoments },
};

async function create(
  ctx: RequestContext,
  { body, sent, query }: Input<'find-moments.create'>,
): Promise<FindMomentsRun> {
  const { url } = body;
  const wanted = runSpec(body, sent);
  const { row, cost } = await withFile(ctx, await fileNamed(ctx, url), async (trx, file) => {
    checkUsable(file);
    const refresh = body.cache_policy === 'refresh';
    const { run, added } = await getOrCreateRun(ctx, trx, file, wanted, { url, requested: true, refresh });
    if (!added) return { row: run, cost: 0 };
    const cost = await payRun(ctx, trx, run, query.cost_limit);
    return { row: { ...run, ...(cost > 0 && { cost_micros: cost }) }, cost };
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
    table: 'find_moments_runs',
    id,
    kind: 'find-moments.run',
    payload: { run_id: id },
    before: async (trx) => {
      refunded = await cancelRun(ctx, trx, run, 'the run was deleted');
    },
  });
  return { job_id: id, deleted: true as const, refunded };
}
