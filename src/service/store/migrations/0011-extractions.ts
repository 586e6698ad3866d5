import type { Migration } from './migration.ts';

/**
 * Extraction jobs, and the entities of these jobs and of files in entities collections: one row for the file, one per
 * segment. They are deleted with their file, job or collection file.
 */
export const extractions: Migration = {
  version: 11,
  sql: `
create table extractions (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  file_id text not null references files (id) on delete cascade,
  url text not null,
  status text not null check (status in ('pending', 'processing', 'completed', 'failed', 'not_applicable')),
  error text,
  config text not null,
  segmentation_id text references segmentations (id) on delete set null,
  providers text,
  outline text,
  created_at integer not null
) strict;
create index extractions_account on extractions (account_id, created_at, id);
create index extractions_file on extractions (file_id);
create index extractions_segmentation on extractions (segmentation_id);
create index extractions_unfinished on extractions (status) where status in ('pending', 'processing');

create table entities (
  id integer primary key autoincrement,
  account_id text not null references accounts (id) on delete cascade,
  extraction_id text references extractions (id) on delete cascade,
  collection_id text,
  file_id text not null references files (id) on delete cascade,
  segment_id text references segments (id) on delete set null,
  -- Null for the entities of the whole file.
  position integer,
  start_time real,
  end_time real,
  entities text not null,
  evidence text not null,
  warnings text not null,
  foreign key (collection_id, file_id) references collection_files (collection_id, file_id) on delete cascade,
  check ((extraction_id is null) <> (collection_id is null))
) strict;
create index entities_extraction on entities (extraction_id, position);
create index entities_member on entities (collection_id, file_id, position);
create index entities_segment on entities (segment_id);
`,
};
