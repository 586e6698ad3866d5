import { sql } from 'kysely';
import type { Estimate } from '../../../contract/index.ts';
import type { Input, RequestContext } from '../../http/handler.ts';
import { toJson } from '../../store/json.ts';
import type { Db } from '../../store/schema.ts';
import { costOf } from '../find-moments/cost.ts';
import { type EngineContext, engineFor } from '../find-moments/engine.ts';
import { estimateOf, type Work } from '../find-moments/estimated.ts';
import { pairsOf } from '../find-moments/pairs.ts';
import { wantedRun } from '../find-moments/wanted.ts';
import { findMomentsCollection } from '../moments/collection.ts';
import type { AttachmentRow } from './rows.ts';

/** What attaching a criterion would cost. Changes nothing. */
export async function estimateAttach(
  ctx: RequestContext,
  { params, body, sent }: Input<'moment-criteria.estimate'>,
): Promise<Estimate> {
  const { id: collection_id } = await findMomentsCollection(ctx, params.collection_id);
  const { run_key, options } = wantedRun(body, sent);
  const work = await backfillWork(ctx, ctx.db, { collection_id, run_key, options: toJson(options) });
  return estimateOf(ctx, work);
}

/** What the backfill of a criterion over the files of a collection comes to, as they are now. */
export async function backfillWork(
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
