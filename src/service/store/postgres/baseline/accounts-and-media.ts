/** Accounts, files and what belongs to them. */
export const accountsAndMedia = `
create table accounts (
  id text collate "C" primary key,
  name text collate "C" not null unique,
  balance_micros bigint not null default 0,
  created_at bigint not null
);

create table tokens (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts (id) on delete cascade,
  name text collate "C" not null,
  hash text collate "C" not null unique,
  hint text collate "C" not null,
  created_at bigint not null,
  last_used_at bigint,
  revoked_at bigint,
  scope text collate "C" not null default 'admin' check (scope in ('read', 'write', 'admin'))
);

create table settings (
  key text collate "C" primary key,
  value text collate "C" not null
);

create table ledger (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts (id) on delete cascade,
  operation text collate "C" not null,
  subject text collate "C",
  amount_micros bigint not null,
  dedupe_key text collate "C",
  created_at bigint not null,
  kind text collate "C" not null default 'opening'
  check (kind in ('opening', 'top_up', 'charge', 'refund')),
  reason text collate "C" not null default ''
);

create table files (
  rowid bigint generated always as identity unique,
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts (id) on delete cascade,
  status text collate "C" not null check (status in ('pending', 'processing', 'completed', 'failed', 'not_applicable')),
  error text collate "C",
  bytes bigint,
  created_at bigint not null,
  filename text collate "C" not null,
  metadata text collate "C",
  media_type text collate "C" check (media_type in ('video', 'audio', 'image')),
  media_info text collate "C",
  video_info text collate "C",
  source text collate "C" not null,
  source_url text collate "C",
  source_metadata text collate "C",
  content_hash text collate "C",
  object_key text collate "C",
  subtitle_key text collate "C",
  has_thumbnail bigint not null default 0,
  enable_segment_thumbnails bigint not null default 0,
  number bigint,
  transcript_key text collate "C",
  hearing text collate "C",
  heard bigint not null default 0
);

create table segmentations (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts (id) on delete cascade,
  file_id text collate "C" not null references files (id) on delete cascade,
  status text collate "C" not null check (status in ('pending', 'processing', 'completed', 'failed', 'not_applicable')),
  error text collate "C",
  config text collate "C" not null,
  created_at bigint not null,
  segment_thumbnails bigint not null default 1
);

create table segments (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts (id) on delete cascade,
  segmentation_id text collate "C" not null references segmentations (id) on delete cascade,
  file_id text collate "C" not null references files (id) on delete cascade,
  position bigint not null,
  start_time double precision not null,
  end_time double precision not null,
  metadata text collate "C",
  thumbnail_key text collate "C",
  description text collate "C"
);

create table thumbnails (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts (id) on delete cascade,
  file_id text collate "C" not null references files (id) on delete cascade,
  segmentation_id text collate "C" references segmentations (id) on delete cascade,
  segment_id text collate "C" references segments (id) on delete cascade,
  type text collate "C" not null check (type in ('segment', 'keyframe', 'file', 'frame')),
  time double precision not null,
  object_key text collate "C" not null,
  frame_extraction_id text collate "C"
);

create table collections (
  rowid bigint generated always as identity unique,
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts (id) on delete cascade,
  name text collate "C" not null,
  description text collate "C",
  collection_type text collate "C" not null,
  config text collate "C",
  default_segmentation_config text collate "C",
  created_at bigint not null
);

create table collection_files (
  rowid bigint generated always as identity unique,
  collection_id text collate "C" not null references collections (id) on delete cascade,
  file_id text collate "C" not null references files (id) on delete cascade,
  account_id text collate "C" not null references accounts (id) on delete cascade,
  added_at bigint not null,
  status text collate "C" not null check (status in ('pending', 'processing', 'completed', 'failed', 'not_applicable')),
  searchable_status text collate "C" check (searchable_status in ('pending', 'processing', 'completed', 'failed')),
  segmentation_id text collate "C" references segmentations (id) on delete set null,
  metadata text collate "C",
  error text collate "C",
  face_detection_id text collate "C",
  progress text collate "C",
  filename text collate "C" not null default '',
  number bigint,
  encoded_by text collate "C" default '',
  primary key (collection_id, file_id)
);

create table analysis_results (
  content_hash text collate "C" not null,
  analysis text collate "C" not null,
  provider text collate "C" not null,
  settings_hash text collate "C" not null,
  body text collate "C" not null,
  created_at bigint not null,
  primary key (content_hash, analysis, provider, settings_hash)
);

create table documents (
  docid bigint generated by default as identity primary key,
  id text collate "C" not null unique,
  account_id text collate "C" not null references accounts (id) on delete cascade,
  collection_id text collate "C" references collections (id) on delete cascade,
  file_id text collate "C" not null references files (id) on delete cascade,
  segmentation_id text collate "C" references segmentations (id) on delete cascade,
  segment_id text collate "C" references segments (id) on delete cascade,
  type text collate "C" not null check (type in ('file', 'segment')),
  start_time double precision,
  end_time double precision,
  title text collate "C" not null default '',
  summary text collate "C" not null default '',
  speech text collate "C" not null default '',
  scene_text text collate "C" not null default '',
  visual_scene_description text collate "C" not null default '',
  audio_description text collate "C" not null default '',
  entities text collate "C" not null default '',
  metadata text collate "C" not null default '',
  analysed bigint not null default 0
);

create table deep_searches (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts (id) on delete cascade,
  status text collate "C" not null check (status in ('in_progress', 'completed', 'failed', 'cancelled')),
  created_at bigint not null,
  query text collate "C" not null,
  scope text collate "C" check (scope in ('segment', 'file')),
  knowledge_base text collate "C" not null,
  "limit" bigint not null,
  exclude_weak_results bigint not null default 0,
  include text collate "C" not null,
  background bigint not null default 0,
  text text collate "C",
  results text collate "C",
  total bigint,
  search_queries text collate "C",
  usage text collate "C",
  error text collate "C"
);

create table shares (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts (id) on delete cascade,
  file_id text collate "C" not null references files (id) on delete cascade,
  file_segment_id text collate "C" references segments (id) on delete cascade,
  asset_type text collate "C" not null check (asset_type in ('file', 'file_segment')),
  title text collate "C",
  description text collate "C",
  metadata text collate "C",
  visibility text collate "C" not null check (visibility in ('public', 'private')),
  link_preview text collate "C" not null check (link_preview in ('none', 'full', 'player')),
  created_at bigint not null,
  status text collate "C" not null check (status in ('pending', 'processing', 'completed', 'failed')),
  error text collate "C",
  stream text collate "C"
);

create table tags (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts (id) on delete cascade,
  label text collate "C" not null,
  value text collate "C" not null,
  type text collate "C" not null check (type in ('file', 'segment')),
  file_id text collate "C" not null references files (id) on delete cascade,
  segment_id text collate "C" references segments (id) on delete cascade,
  created_at bigint not null
);

create table events (
  seq bigint generated by default as identity primary key,
  id text collate "C" not null unique,
  account_id text collate "C" not null references accounts (id) on delete cascade,
  event_type text collate "C" not null,
  payload text collate "C" not null,
  created_at bigint not null
);

create table fences (
  id bigint primary key check (id = 1),
  value bigint not null
);
`;
