import type { Migration } from './migration.ts';

const columns = [
  'title',
  'summary',
  'speech',
  'scene_text',
  'visual_scene_description',
  'audio_description',
  'entities',
  'metadata',
];
const names = columns.join(', ');
const of = (row: string) => columns.map((column) => `${row}.${column}`).join(', ');

/** Analysis results, and a full-text index over them. The index stores no text of its own: it reads the documents. */
export const results: Migration = {
  version: 3,
  sql: `
create table sense_results (
  content_hash text not null,
  sense text not null,
  provider text not null,
  settings_hash text not null,
  body text not null,
  created_at integer not null,
  primary key (content_hash, sense, provider, settings_hash)
) strict;

create table documents (
  docid integer primary key autoincrement,
  id text not null unique,
  account_id text not null references accounts (id) on delete cascade,
  collection_id text references collections (id) on delete cascade,
  file_id text not null references files (id) on delete cascade,
  segmentation_id text references segmentations (id) on delete cascade,
  segment_id text references segments (id) on delete cascade,
  type text not null check (type in ('file', 'segment')),
  start_time real,
  end_time real,
${columns.map((column) => `  ${column} text not null default ''`).join(',\n')}
) strict;
create unique index documents_subject
  on documents (coalesce(collection_id, ''), file_id, coalesce(segment_id, ''));
create index documents_file on documents (file_id);
create index documents_segmentation on documents (segmentation_id);
create index documents_segment on documents (segment_id);

create virtual table documents_fts using fts5 (
  ${names},
  content = 'documents', content_rowid = 'docid',
  tokenize = 'porter unicode61 remove_diacritics 2'
);
create trigger documents_added after insert on documents begin
  insert into documents_fts (rowid, ${names}) values (new.docid, ${of('new')});
end;
create trigger documents_removed after delete on documents begin
  insert into documents_fts (documents_fts, rowid, ${names}) values ('delete', old.docid, ${of('old')});
end;
create trigger documents_changed after update on documents begin
  insert into documents_fts (documents_fts, rowid, ${names}) values ('delete', old.docid, ${of('old')});
  insert into documents_fts (rowid, ${names}) values (new.docid, ${of('new')});
end;

create table deep_searches (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  status text not null check (status in ('in_progress', 'completed', 'failed', 'cancelled')),
  created_at integer not null,
  query text not null,
  scope text check (scope in ('segment', 'file')),
  knowledge_base text not null,
  "limit" integer not null,
  exclude_weak_results integer not null default 0,
  include text not null,
  background integer not null default 0,
  text text,
  results text,
  total integer,
  search_queries text,
  usage text,
  error text
) strict;
create index deep_searches_account on deep_searches (account_id, created_at, id);
create index deep_searches_unfinished on deep_searches (status) where status = 'in_progress';
`,
};
