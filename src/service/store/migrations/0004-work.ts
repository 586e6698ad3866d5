import type { Migration } from './migration.ts';

/** Shares, tags, webhooks, events, and jobs. */
export const work: Migration = {
  version: 4,
  sql: `
create table shares (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  file_id text not null references files (id) on delete cascade,
  file_segment_id text references segments (id) on delete cascade,
  asset_type text not null check (asset_type in ('file', 'file_segment')),
  title text,
  description text,
  metadata text,
  visibility text not null check (visibility in ('public', 'private')),
  link_preview text not null check (link_preview in ('none', 'full', 'player')),
  created_at integer not null,
  status text not null check (status in ('pending', 'processing', 'completed', 'failed')),
  error text,
  stream text
) strict;
-- A share that failed is not active: it leaves its place to another try.
create unique index shares_active
  on shares (file_id, coalesce(file_segment_id, ''), visibility) where status <> 'failed';
create index shares_account on shares (account_id, created_at, id);
create index shares_segment on shares (file_segment_id);
create index shares_unfinished on shares (status) where status in ('pending', 'processing');

create table tags (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  label text not null,
  value text not null,
  type text not null check (type in ('file', 'segment')),
  file_id text not null references files (id) on delete cascade,
  segment_id text references segments (id) on delete cascade,
  created_at integer not null
) strict;
create index tags_account on tags (account_id, created_at, id);
create index tags_file on tags (file_id);
create index tags_segment on tags (segment_id);

create table webhooks (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  endpoint text not null,
  description text,
  subscribed_events text not null,
  secret text not null,
  active integer not null default 1,
  created_at integer not null
) strict;
create index webhooks_account on webhooks (account_id, created_at, id);

create table events (
  seq integer primary key autoincrement,
  id text not null unique,
  account_id text not null references accounts (id) on delete cascade,
  event_type text not null,
  payload text not null,
  created_at integer not null,
  dispatched_at integer
) strict;
create index events_waiting on events (seq) where dispatched_at is null;

create table jobs (
  id integer primary key autoincrement,
  kind text not null,
  payload text not null,
  dedupe_key text,
  state text not null default 'ready' check (state in ('ready', 'running')),
  priority integer not null,
  run_at integer not null,
  attempts integer not null default 0,
  max_attempts integer not null,
  token integer not null default 0,
  worker_id text,
  lease_until integer,
  last_error text,
  created_at integer not null
) strict;
create unique index jobs_key on jobs (dedupe_key) where dedupe_key is not null;
create index jobs_ready on jobs (priority desc, run_at, id) where state = 'ready';
create index jobs_running on jobs (lease_until) where state = 'running';

create table fences (
  id integer primary key check (id = 1),
  value integer not null
) strict;
insert into fences (id, value) values (1, 0);
`,
};
