import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isKept } from '../../store/sql/deletions.ts';
import { fieldOf } from '../../store/sql/expressions.ts';
import { minutesOf } from './cost.ts';

/** Pairs of a criterion and a file. */
interface Pairs {
  /** The criteria: a query that gives run_key, collection_id and options of each. */
  readonly criteria: RawBuilder<unknown>;
  /** The engine as it is now: only its runs are used again. */
  readonly engine: string;
  /** What else must hold. `w` is the criterion, `cf` the file in its collection. */
  readonly where?: RawBuilder<SqlBool>;
}

/**
 * A query of the pairs that a backfill would run: run_key, file_id, the minutes of the file, whether the file was processed
 * (`known`), and whether a run is there that is used again for free (`reused`). Files that failed are left out.
 */
export function pairsOf({ criteria, engine, where = sql`true` }: Pairs): RawBuilder<unknown> {
  const heard = sql`case when coalesce(${fieldOf(sql.ref('w.options'), 'signals_required')}, '"speech"') like '%"speech"%'
    then f.heard else 0 end`;
  return sql`
    select distinct w.run_key, f.id as file_id, ${minutesOf('f')} as minutes, f.media_info is not null as known,
      exists (select 1 from find_moments_runs as r
        where r.file_id = f.id and r.run_key = w.run_key and r.engine = ${engine} and r.heard = ${heard}
          and r.status in ('pending', 'processing', 'completed') and ${isKept('find_moments_runs', 'r')}) as reused
    from (${criteria}) as w
    join collection_files as cf on cf.collection_id = w.collection_id
    join files as f on f.id = cf.file_id
    where cf.status is distinct from 'failed' and ${isKept('collection_files', 'cf')} and ${where}`;
}
