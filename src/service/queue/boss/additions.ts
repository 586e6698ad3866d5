import { placeOf } from './place.ts';

/** pg-boss's own limit is never reached: the worker that runs a job counts its attempts, and fails it. */
export const RETRY_LIMIT = 1_000_000_000;

/**
 * What pg-boss lacks, beside its tables in its schema:
 * - a lease, a fencing token and points for the deaths of its workers for each job that a worker took: `vau_runs`. A job that waits for
 *   its first run has no row there.
 * - one unfinished job per key: a unique index. pg-boss's policies hold one per key and state.
 * - turns between accounts and between files: an index in the order in which we choose, one of the jobs of a file, and the
 *   last round of each file with jobs: `vau_files`. It is written without being read: of two transactions that read the jobs of
 *   a kind and add one, PostgreSQL refuses one.
 * - a quick fetch however many jobs wait: an index in pg-boss's own order.
 * - word to idle workers: a trigger.
 * - ids that are numbers and grow: a sequence. The same for fencing tokens: the row of the store's own table would be taken by
 *   one claim at a time.
 * - the jobs as a person reads them, and as the table `jobs` of a store in a file has them: `vau_jobs`.
 * Every statement can be repeated.
 * @param store the schema of the store's own tables
 */
export function additions(store: string): string {
  const { schema } = placeOf(store);
  const [account, turn, rank] = [
    "(data->>'account')",
    "((data->>'turn')::bigint)",
    "((data->>'rank')::bigint)",
  ];
  return `
create sequence if not exists ${schema}.vau_ids;
create sequence if not exists ${schema}.vau_tokens;
select setval('${schema}.vau_tokens', value) from ${store}.fences
  where value >= (select last_value from ${schema}.vau_tokens);
create table if not exists ${schema}.vau_files (
  kind text not null,
  account text not null,
  file text not null,
  turn bigint not null,
  primary key (kind, account, file)
);
create table if not exists ${schema}.vau_runs (
  job uuid primary key,
  kind text not null,
  account_id text not null,
  file_id text not null,
  worker_id text,
  lease_until bigint,
  token bigint not null,
  begun bigint not null default 0,
  again bigint not null default 0,
  deaths bigint not null default 0
);
create index if not exists vau_runs_held on ${schema}.vau_runs (worker_id) where worker_id is not null;
create unique index if not exists vau_key on ${schema}.job (name, singleton_key) where state <= 'active';
create index if not exists vau_line on ${schema}.job (name, ${account}, ${turn}, ${rank}, id) where state < 'active';
create index if not exists vau_file on ${schema}.job (name, (data->>'file'), ${account}, ${turn}) where state <= 'active';
create index if not exists vau_next on ${schema}.job (name, priority desc, created_on, id) where state < 'active';
create or replace function ${schema}.vau_work() returns trigger language plpgsql as $$
begin
  perform pg_notify('vau_work', '${store}');
  return null;
end $$;
create or replace trigger vau_work after insert or update of state on ${schema}.job
  for each row when (new.state < 'active' and new.start_after < clock_timestamp() + interval '1 s') execute function ${schema}.vau_work();
create or replace view ${schema}.vau_jobs as
  select ('x' || right(job.id::text, 12))::bit(48)::bigint as id, job.name as kind, job.data->>'payload' as payload,
    job.singleton_key as dedupe_key,
    case when job.state = 'active' then 'running' when job.start_after > now() then 'later' else 'ready' end as state,
    job.data->>'account' as account_id, job.data->>'file' as file_id,
    (job.data->>'turn')::bigint as turn, (job.data->>'rank')::bigint as rank,
    floor(extract(epoch from job.start_after) * 1000)::bigint as run_at,
    (case when job.started_on is null then 0 else job.retry_count + 1 end)::bigint as attempts,
    coalesce(runs.deaths, 0) as deaths, coalesce(runs.begun, 0) as begun,
    (job.data->>'maxAttempts')::bigint as max_attempts, coalesce(runs.token, 0) as token,
    runs.worker_id, runs.lease_until, job.output->>'message' as last_error, coalesce(runs.again, 0) as again,
    floor(extract(epoch from job.created_on) * 1000)::bigint as created_at
  from ${schema}.job left join ${schema}.vau_runs as runs on runs.job = job.id
  where job.state <= 'active';`;
}

/**
 * Gives pg-boss the jobs of the store's own table: of a store from before pg-boss, or one that was moved from a file. A job
 * that was running waits again; its worker has lost it. Kinds that this program does not know stay.
 */
export function takeOver(store: string): string {
  const { schema } = placeOf(store);
  const id = `('00000000-0000-4000-8000-' || lpad(to_hex(nextval('${schema}.vau_ids')), 12, '0'))::uuid`;
  return `
with moved as (
  delete from ${store}.jobs where kind in (select name from ${schema}.queue) returning *
), numbered as (
  select ${id} as uuid, moved.* from (select * from moved order by id) as moved
), added as (
  insert into ${schema}.job
    (id, name, data, retry_limit, retry_count, start_after, started_on, singleton_key, keep_until, output)
  select uuid, kind,
    jsonb_build_object('payload', payload, 'account', account_id, 'file', file_id, 'turn', turn, 'rank', rank,
      'maxAttempts', max_attempts),
    ${RETRY_LIMIT}, greatest(attempts - 1, 0), 'epoch'::timestamptz + run_at * interval '1 millisecond',
    case when attempts > 0 then now() end, dedupe_key, 'infinity',
    case when last_error is not null then jsonb_build_object('message', last_error) end
  from numbered on conflict do nothing returning id
)
insert into ${schema}.vau_runs (job, kind, account_id, file_id, token, deaths)
select uuid, kind, account_id, file_id, token, deaths
from numbered join added on added.id = numbered.uuid where deaths > 0`;
}
