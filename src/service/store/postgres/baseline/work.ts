/** Results, jobs and webhooks. */
export const work = `
create table collection_file_modalities (
  collection_id text collate "C" not null,
  file_id text collate "C" not null,
  modality text collate "C" not null,
  account_id text collate "C" not null references accounts (id) on delete cascade,
  provider text collate "C",
  settings text collate "C",
  notes text collate "C" not null,
  error text collate "C", doubtful text collate "C",
  primary key (collection_id, file_id, modality),
  foreign key (collection_id, file_id) references collection_files (collection_id, file_id) on delete cascade
);

create table modality_lines (
  collection_id text collate "C" not null,
  file_id text collate "C" not null,
  modality text collate "C" not null,
  position bigint not null,
  account_id text collate "C" not null references accounts (id) on delete cascade,
  start_time double precision not null,
  end_time double precision not null,
  speaker text collate "C",
  text text collate "C" not null,
  words text collate "C",
  language text collate "C",
  confidence double precision,
  primary key (collection_id, file_id, modality, position),
  foreign key (collection_id, file_id) references collection_files (collection_id, file_id) on delete cascade
);

create table describes (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts (id) on delete cascade,
  file_id text collate "C" not null references files (id) on delete cascade,
  url text collate "C" not null,
  status text collate "C" not null check (status in ('pending', 'processing', 'completed', 'failed', 'not_applicable')),
  error text collate "C",
  config text collate "C" not null,
  segmentation_id text collate "C" references segmentations (id) on delete set null,
  result text collate "C",
  created_at bigint not null,
  kind text collate "C" not null default 'describe' check (kind in ('describe', 'transcribe'))
);

create table frame_extractions (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts (id) on delete cascade,
  file_id text collate "C" not null references files (id) on delete cascade,
  status text collate "C" not null check (status in ('pending', 'processing', 'completed', 'failed', 'not_applicable')),
  error text collate "C",
  config text collate "C" not null,
  frame_count bigint,
  created_at bigint not null
);

create table face_detections (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts (id) on delete cascade,
  file_id text collate "C" not null references files (id) on delete cascade,
  frame_extraction_id text collate "C" references frame_extractions (id) on delete set null,
  status text collate "C" not null check (status in ('pending', 'processing', 'completed', 'failed')),
  error text collate "C",
  total_faces bigint,
  created_at bigint not null
);

create table faces (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts (id) on delete cascade,
  face_detection_id text collate "C" not null references face_detections (id) on delete cascade,
  position bigint not null,
  track_id text collate "C" not null,
  frame_id text collate "C" not null,
  time double precision not null,
  box text collate "C" not null,
  score double precision not null,
  descriptor bytea not null
);

create table face_matches (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts (id) on delete cascade,
  file_id text collate "C" not null references files (id) on delete cascade,
  face_detection_id text collate "C" references face_detections (id) on delete set null,
  frame_extraction_id text collate "C" references frame_extractions (id) on delete set null,
  status text collate "C" not null check (status in ('pending', 'processing', 'completed', 'failed')),
  error text collate "C",
  source_url text collate "C",
  source_box text collate "C",
  max_faces bigint not null,
  match_count bigint,
  created_at bigint not null
);

create table matched_faces (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts (id) on delete cascade,
  face_match_id text collate "C" not null references face_matches (id) on delete cascade,
  face_id text collate "C" references faces (id) on delete set null,
  position bigint not null,
  similarity double precision not null,
  track_id text collate "C" not null,
  frame_id text collate "C" not null,
  time double precision not null,
  box text collate "C" not null
);

create table collection_file_structures (
  collection_id text collate "C" not null,
  file_id text collate "C" not null,
  account_id text collate "C" not null references accounts (id) on delete cascade,
  structure text collate "C" not null,
  primary key (collection_id, file_id),
  foreign key (collection_id, file_id) references collection_files (collection_id, file_id) on delete cascade
);

create table extractions (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts (id) on delete cascade,
  file_id text collate "C" not null references files (id) on delete cascade,
  url text collate "C" not null,
  status text collate "C" not null check (status in ('pending', 'processing', 'completed', 'failed', 'not_applicable')),
  error text collate "C",
  config text collate "C" not null,
  segmentation_id text collate "C" references segmentations (id) on delete set null,
  providers text collate "C",
  structure text collate "C",
  created_at bigint not null
);

create table entities (
  id bigint generated by default as identity primary key,
  account_id text collate "C" not null references accounts (id) on delete cascade,
  extraction_id text collate "C" references extractions (id) on delete cascade,
  collection_id text collate "C",
  file_id text collate "C" not null references files (id) on delete cascade,
  segment_id text collate "C" references segments (id) on delete set null,
  position bigint,
  start_time double precision,
  end_time double precision,
  entities text collate "C" not null,
  evidence text collate "C" not null,
  warnings text collate "C" not null,
  foreign key (collection_id, file_id) references collection_files (collection_id, file_id) on delete cascade,
  check ((extraction_id is null) <> (collection_id is null))
);

create table webhooks (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts (id) on delete cascade,
  endpoint text collate "C",
  description text collate "C",
  subscribed_events text collate "C" not null,
  secret text collate "C" not null,
  active bigint not null default 1,
  created_at bigint not null,
  previous_secret text collate "C",
  previous_until bigint,
  failing_since bigint,
  disabled_reason text collate "C"
);

create table searches (
  id text collate "C" primary key,
  account_id text collate "C" not null references accounts (id) on delete cascade,
  created_at bigint not null,
  query text collate "C",
  scope text collate "C" not null check (scope in ('file', 'segment', 'face', 'moment')),
  group_by_key text collate "C" check (group_by_key in ('file')),
  "limit" bigint not null,
  results text collate "C" not null
);

create table jobs (
  id bigint generated by default as identity primary key,
  kind text collate "C" not null,
  payload text collate "C" not null,
  dedupe_key text collate "C",
  state text collate "C" not null default 'ready' check (state in ('later', 'ready', 'running')),
  account_id text collate "C" not null default '',
  file_id text collate "C" not null default '',
  turn bigint not null default 0,
  rank bigint not null,
  run_at bigint not null,
  attempts bigint not null default 0,
  deaths bigint not null default 0,
  begun bigint not null default 0,
  max_attempts bigint not null,
  token bigint not null default 0,
  worker_id text collate "C",
  lease_until bigint,
  last_error text collate "C",
  again bigint not null default 0,
  created_at bigint not null
);

create table turns (
  kind text collate "C" not null,
  account_id text collate "C" not null,
  turn bigint not null,
  token bigint not null,
  primary key (kind, account_id)
);

create table account_languages (
  account_id text collate "C" not null references accounts (id) on delete cascade,
  language text collate "C" not null,
  primary key (account_id, language)
);

create table compound_words (
  word text collate "C" primary key,
  reversed text collate "C" not null
);

create table deletions (
  id text collate "C" primary key,
  created_at bigint not null,
  file_id text collate "C",
  replaced bigint not null default 0
);
`;
