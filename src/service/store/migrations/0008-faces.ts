import type { Migration } from './migration.ts';

/**
 * Frames of files, faces in them, and face matches. Everything is deleted with its file, face descriptors above all. A
 * frame is a thumbnail with an extraction.
 */
export const faces: Migration = {
  version: 8,
  sql: `
create table frame_extractions (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  file_id text not null references files (id) on delete cascade,
  status text not null check (status in ('pending', 'processing', 'completed', 'failed', 'not_applicable')),
  error text,
  config text not null,
  frame_count integer,
  created_at integer not null
) strict;
-- The same request gives the same extraction.
create unique index frame_extractions_config on frame_extractions (file_id, config);
create index frame_extractions_unfinished on frame_extractions (status) where status in ('pending', 'processing');
alter table thumbnails add column frame_extraction_id text references frame_extractions (id) on delete cascade;
create index thumbnails_frames on thumbnails (frame_extraction_id, time, id);

create table face_detections (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  file_id text not null references files (id) on delete cascade,
  frame_extraction_id text references frame_extractions (id) on delete set null,
  status text not null check (status in ('pending', 'processing', 'completed', 'failed')),
  error text,
  total_faces integer,
  created_at integer not null
) strict;
create index face_detections_account on face_detections (account_id, created_at, id);
create index face_detections_file on face_detections (file_id);
create index face_detections_frames on face_detections (frame_extraction_id);
create index face_detections_unfinished on face_detections (status) where status in ('pending', 'processing');

create table faces (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  face_detection_id text not null references face_detections (id) on delete cascade,
  position integer not null,
  track_id text not null,
  frame_id text not null,
  time real not null,
  box text not null,
  score real not null,
  descriptor blob not null
) strict;
create unique index faces_position on faces (face_detection_id, position);

create table face_matches (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  file_id text not null references files (id) on delete cascade,
  face_detection_id text references face_detections (id) on delete set null,
  frame_extraction_id text references frame_extractions (id) on delete set null,
  status text not null check (status in ('pending', 'processing', 'completed', 'failed')),
  error text,
  source_url text,
  source_box text,
  max_faces integer not null,
  match_count integer,
  created_at integer not null
) strict;
create index face_matches_account on face_matches (account_id, created_at, id);
create index face_matches_file on face_matches (file_id);
create index face_matches_detection on face_matches (face_detection_id);
create index face_matches_frames on face_matches (frame_extraction_id);
create index face_matches_unfinished on face_matches (status) where status in ('pending', 'processing');

create table matched_faces (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  face_match_id text not null references face_matches (id) on delete cascade,
  face_id text references faces (id) on delete set null,
  position integer not null,
  similarity real not null,
  track_id text not null,
  frame_id text not null,
  time real not null,
  box text not null
) strict;
create unique index matched_faces_position on matched_faces (face_match_id, position);
create index matched_faces_face on matched_faces (face_id);

alter table collection_files
  add column face_detection_id text references face_detections (id) on delete set null;
create index collection_files_faces on collection_files (face_detection_id);
`,
};
