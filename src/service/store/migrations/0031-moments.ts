import type { Migration } from './migration.ts';

/**
 * Moment criteria and what they find. A run applies a criterion to a file and belongs to no collection; it has moments
 * and findings. criterion_files has a row for each attached criterion and file of its collection whose processing has
 * ended: several may share a run. The lists of a collection are read from collection_moments and collection_findings, which
 * copy what lists are ordered and narrowed by.
 */
export const moments: Migration = {
  version: 31,
  sql: `
create table moment_attachments (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  collection_id text not null references collections (id) on delete cascade,
  criterion_name text not null,
  criterion_hash text not null,
  criterion text not null,
  options text not null,
  run_key text not null,
  status text not null check (status in ('pending', 'processing', 'completed', 'failed')),
  -- The last file of the collection that the backfill has looked at.
  reached text not null default '',
  created_at integer not null
) strict;
create index moment_attachments_collection on moment_attachments (collection_id, created_at, id);
create index moment_attachments_same on moment_attachments (collection_id, run_key);
create index moment_attachments_unfinished on moment_attachments (id) where status in ('pending', 'processing');

create table find_moments_runs (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  file_id text not null references files (id) on delete cascade,
  url text not null,
  status text not null check (status in ('pending', 'processing', 'completed', 'failed', 'cancelled')),
  error text,
  criterion_name text not null,
  criterion_hash text not null,
  criterion text not null,
  options text not null,
  run_key text not null,
  -- Count of changes in how the file's speech is recognised (files.heard); 0 if the run uses no speech.
  heard integer not null,
  engine_version integer not null,
  engine text not null,
  judged_by text not null,
  requested integer not null,
  total_moments integer,
  notes text,
  created_at integer not null
) strict;
create index find_moments_runs_account on find_moments_runs (account_id, created_at, id, file_id, status);
create index find_moments_runs_url on find_moments_runs (account_id, url, created_at, id, file_id, status);
create index find_moments_runs_same on find_moments_runs (file_id, run_key, engine, heard, created_at);
create index find_moments_runs_unfinished on find_moments_runs (id) where status in ('pending', 'processing');

create table moments (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  run_id text not null references find_moments_runs (id) on delete cascade,
  file_id text not null references files (id) on delete cascade,
  start_time real not null,
  end_time real not null,
  rank_score real not null,
  -- The value of the criterion's scoring.
  score real,
  -- The larger the better: the score, negated if lower is better; without a score, rank_score.
  merit real not null,
  lower_is_better integer not null,
  body text not null
) strict;
create index moments_run on moments (run_id, start_time, id);
create index moments_file on moments (file_id);

create table findings (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  run_id text not null references find_moments_runs (id) on delete cascade,
  file_id text not null references files (id) on delete cascade,
  kind text not null check (kind in ('absence', 'observation')),
  body text not null
) strict;
create index findings_run on findings (run_id, id);
create index findings_file on findings (file_id);

create table criterion_files (
  attachment_id text not null references moment_attachments (id) on delete cascade,
  file_id text not null,
  collection_id text not null,
  account_id text not null references accounts (id) on delete cascade,
  status text not null check (status in ('pending', 'processing', 'completed', 'failed', 'cancelled')),
  error text,
  run_id text references find_moments_runs (id) on delete set null,
  primary key (attachment_id, file_id),
  foreign key (collection_id, file_id) references collection_files (collection_id, file_id) on delete cascade
) strict;
create index criterion_files_status on criterion_files (attachment_id, status, collection_id, file_id);
create index criterion_files_collection_file on criterion_files (collection_id, file_id);
create index criterion_files_run on criterion_files (run_id);
create index criterion_files_unmatched on criterion_files (attachment_id, file_id)
  where run_id is null and status = 'pending';
create trigger find_moments_runs_moved after update of status on find_moments_runs
  when old.status is not new.status begin
  update criterion_files set status = new.status, error = new.error where run_id = new.id;
end;

create table collection_moments (
  attachment_id text not null references moment_attachments (id) on delete cascade,
  moment_id text not null references moments (id) on delete cascade,
  collection_id text not null,
  file_id text not null,
  account_id text not null references accounts (id) on delete cascade,
  run_id text not null,
  criterion_name text not null,
  start_time real not null,
  score real,
  merit real not null,
  lower_is_better integer not null,
  rank_score real not null,
  primary key (attachment_id, moment_id),
  foreign key (collection_id, file_id) references collection_files (collection_id, file_id) on delete cascade
) strict;
create index collection_moments_position on collection_moments
  (collection_id, file_id, start_time, moment_id, attachment_id, run_id, criterion_name, score, merit, lower_is_better,
  rank_score);
create index collection_moments_moment on collection_moments (moment_id);

create table collection_findings (
  attachment_id text not null references moment_attachments (id) on delete cascade,
  finding_id text not null references findings (id) on delete cascade,
  collection_id text not null,
  file_id text not null,
  account_id text not null references accounts (id) on delete cascade,
  run_id text not null,
  criterion_name text not null,
  kind text not null,
  primary key (attachment_id, finding_id),
  foreign key (collection_id, file_id) references collection_files (collection_id, file_id) on delete cascade
) strict;
create index collection_findings_position on collection_findings
  (collection_id, file_id, finding_id, attachment_id, run_id, criterion_name, kind);
create index collection_findings_finding on collection_findings (finding_id);
`,
};
