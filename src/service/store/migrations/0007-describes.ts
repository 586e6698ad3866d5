import type { Migration } from './migration.ts';

/** Describe jobs: analysis of a file outside collections. They are deleted with their file. */
export const describes: Migration = {
  version: 7,
  sql: `
create table describes (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  file_id text not null references files (id) on delete cascade,
  url text not null,
  status text not null check (status in ('pending', 'processing', 'completed', 'failed', 'not_applicable')),
  error text,
  config text not null,
  segmentation_id text references segmentations (id) on delete set null,
  perceived text,
  created_at integer not null
) strict;
create index describes_account on describes (account_id, created_at, id);
create index describes_file on describes (file_id);
create index describes_segmentation on describes (segmentation_id);
create index describes_unfinished on describes (status) where status in ('pending', 'processing');
`,
};
