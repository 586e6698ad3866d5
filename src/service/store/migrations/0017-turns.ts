import type { Migration } from './migration.ts';

/**
 * Fair scheduling: the owner of each job and its place in the queue. Jobs that are not due have a state of their own,
 * so that neither kind is scanned for the other. A job counts the workers that died while running it. SQLite can only
 * change a table's constraints by rebuilding it.
 */
export const turns: Migration = {
  version: 17,
  sql: `
create table jobs_new (
  id integer primary key autoincrement,
  kind text not null,
  payload text not null,
  dedupe_key text,
  state text not null default 'ready' check (state in ('later', 'ready', 'running')),
  account_id text not null default '',
  file_id text not null default '',
  turn integer not null default 0,
  rank integer not null,
  run_at integer not null,
  attempts integer not null default 0,
  deaths integer not null default 0,
  begun integer not null default 0,
  max_attempts integer not null,
  token integer not null default 0,
  worker_id text,
  lease_until integer,
  last_error text,
  again integer not null default 0,
  created_at integer not null
) strict;
insert into jobs_new (id, kind, payload, dedupe_key, state, rank, run_at, attempts, max_attempts, token, worker_id,
  lease_until, last_error, again, created_at)
select id, kind, payload, dedupe_key, case state when 'ready' then 'later' else state end, run_at, run_at, attempts,
  max_attempts, token, worker_id, lease_until, last_error, again, created_at from jobs;
drop table jobs;
alter table jobs_new rename to jobs;
create unique index jobs_key on jobs (dedupe_key) where dedupe_key is not null;
create index jobs_ready on jobs (kind, account_id, turn, rank, id) where state = 'ready';
create index jobs_later on jobs (run_at) where state = 'later';
create index jobs_running on jobs (lease_until) where state = 'running';
create index jobs_file on jobs (file_id, account_id, kind, turn);

create table turns (
  kind text not null,
  account_id text not null,
  turn integer not null,
  token integer not null,
  primary key (kind, account_id)
) strict, without rowid;
`,
};
