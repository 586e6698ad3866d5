import type { Criterion, Finding, Moment } from '../../../contract/index.ts';
import { fromJson } from '../../store/sql/json.ts';
import type { RowOf } from '../common/rows.ts';

/** What a moment has besides the columns of its row. */
export type MomentBody = Pick<Moment, 'title' | 'reason' | 'anchors' | 'speakers' | 'evidence'> &
  Partial<Pick<Moment, 'properties'>>;

/** What a finding has besides the columns of its row. */
export type FindingBody = Partial<Pick<Finding, 'reason' | 'properties'>>;

/** What a moment or finding shows of its run. */
type OfRun = Pick<RowOf<'find_moments_runs'>, 'criterion' | 'judged_by'>;

/** A moment as the API shows it in its run. */
export function momentOf(row: RowOf<'moments'>, run: OfRun): Moment {
  const { title, reason, properties = {}, ...others } = fromJson<MomentBody>(row.body);
  const { scoring } = fromJson<Criterion>(run.criterion);
  return {
    moment_id: row.id,
    start_time: row.start_time,
    end_time: row.end_time,
    title,
    reason,
    rank_score: row.rank_score,
    ...others,
    properties,
    ...(scoring &&
      row.score !== null && {
        criterion_score: { key: scoring.key, value: row.score, min: scoring.min, max: scoring.max },
      }),
    judged_by: run.judged_by,
  };
}

/** A finding as the API shows it in its run. */
export function findingOf(row: RowOf<'findings'>, run: OfRun): Finding {
  const { reason, properties = {} } = fromJson<FindingBody>(row.body);
  return {
    finding_id: row.id,
    kind: row.kind,
    properties,
    ...(reason !== undefined && { reason }),
    judged_by: run.judged_by,
  };
}
