import { sql } from 'kysely';
import { isJobKind } from '../kinds.ts';
import type { Depth } from '../queue.ts';
import type { Driver } from './driver.ts';
import { timeOf } from './place.ts';

/** The kind of the job with a key: every key begins with it. */
export function kindIn(key: string): string {
  return key.split(' ')[0] ?? '';
}

/** Counts the jobs of each kind and state. It reads every unfinished job. */
export async function depths({ db, place, clock }: Driver): Promise<Depth[]> {
  const { rows } = await sql<Omit<Depth, 'kind'> & { kind: string }>`
    select name as kind, case when state = 'active' then 'running'
        when start_after > ${timeOf(clock())}::timestamptz then 'later' else 'ready' end as state,
      count(*) as jobs, min(floor(extract(epoch from start_after) * 1000))::bigint as "firstDue"
    from ${place.job} where state <= 'active' group by 1, 2 order by 1, 2`.execute(db);
  return rows.flatMap(({ kind, ...row }) => (isJobKind(kind) ? [{ kind, ...row }] : []));
}

export async function size({ db, place }: Driver): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${place.job} where state <= 'active'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Those of these keys that have an unfinished job. */
export async function known({ db, place }: Driver, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const kinds = [...new Set(keys.map(kindIn))];
  const { rows } = await sql<{ key: string }>`
    select singleton_key as key from ${place.job}
    where name in (${sql.join(kinds)}) and singleton_key = any(${[...keys]}::text[]) and state <= 'active'`.execute(
    db,
  );
  return new Set(rows.map(({ key }) => key));
}
