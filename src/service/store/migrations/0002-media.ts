import type { Migration } from './migration.ts';

/** Files, their segmentations, and collections. */
export const media: Migration = {
  version: 2,
  sql: `
create table files (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  status text not null check (status in ('pending', 'processing', 'completed', 'failed', 'not_applicable')),
  error text,
  bytes integer,
  created_at integer not null,
  filename text not null,
  metadata text,
  media_type text check (media_type in ('video', 'audio', 'image')),
  media_info text,
  video_info text,
  source text not null,
  source_url text,
  source_metadata text,
  content_hash text,
  object_key text,
  subtitle_key text,
  has_thumbnail integer not null default 0,
  enable_segment_thumbnails integer not null default 0
) strict;
create index files_account on files (account_id, created_at, id);
create index files_unfinished on files (status) where status in ('pending', 'processing');
create unique index files_source_url on files (account_id, source_url) where source_url is not null;

create table segmentations (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  file_id text not null references files (id) on delete cascade,
  status text not null check (status in ('pending', 'processing', 'completed', 'failed', 'not_applicable')),
  error text,
  config text not null,
  created_at integer not null
) strict;
create index segmentations_file on segmentations (file_id, created_at, id);
create index segmentations_unfinished on segmentations (status) where status in ('pending', 'processing');

create table segments (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  segmentation_id text not null references segmentations (id) on delete cascade,
  file_id text not null references files (id) on delete cascade,
  position integer not null,
  start_time real not null,
  end_time real not null,
  metadata text,
  thumbnail_key text
) strict;
create unique index segments_position on segments (segmentation_id, position);
create index segments_file on segments (file_id, start_time, id);

create table thumbnails (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  file_id text not null references files (id) on delete cascade,
  segmentation_id text references segmentations (id) on delete cascade,
  segment_id text references segments (id) on delete cascade,
  type text not null check (type in ('segment', 'keyframe', 'file', 'frame')),
  time real not null,
  object_key text not null
) strict;
create index thumbnails_file on thumbnails (file_id, time, id);
create index thumbnails_segmentation on thumbnails (segmentation_id, time, id);
create index thumbnails_segment on thumbnails (segment_id);

create table collections (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  name text not null,
  description text,
  collection_type text not null,
  config text,
  default_segmentation_config text,
  created_at integer not null
) strict;
create unique index collections_name on collections (account_id, name);
create index collections_account on collections (account_id, created_at, id);

create table collection_files (
  collection_id text not null references collections (id) on delete cascade,
  file_id text not null references files (id) on delete cascade,
  account_id text not null references accounts (id) on delete cascade,
  added_at integer not null,
  status text not null check (status in ('pending', 'processing', 'completed', 'failed', 'not_applicable')),
  searchable_status text check (searchable_status in ('pending', 'processing', 'completed', 'failed')),
  segmentation_id text references segmentations (id) on delete set null,
  metadata text,
  error text,
  primary key (collection_id, file_id)
) strict;
create index collection_files_added on collection_files (collection_id, added_at, file_id);
create index collection_files_file on collection_files (file_id);
create index collection_files_segmentation on collection_files (segmentation_id);
create index collection_files_unfinished on collection_files (status) where status in ('pending', 'processing');
`,
};
