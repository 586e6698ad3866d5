import type { FindMomentsRun } from '../../../contract/index.ts';
import { creditsOf } from '../../accounts/credits.ts';
import { isKept } from '../../store/deletions.ts';
import { fromJson } from '../../store/json.ts';
import type { Db } from '../../store/schema.ts';
import { optional } from '../common/optional.ts';
import { findingOf, momentOf } from '../moments/present.ts';
import { criterionOf, type RunRow } from './rows.ts';
import type { RunOptions } from './wanted.ts';

/** Which moments are shown, and in which order. */
export interface Shown {
  readonly min_score?: number | undefined;
  readonly sort?: 'rank_score' | 'start_time' | undefined;
}

/** A run as lists show it: without its moments and findings. */
export function runOf(row: RunRow): FindMomentsRun {
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
export async function showRun(db: Db, row: RunRow, shown: Shown = {}): Promise<FindMomentsRun> {
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
