import type { Migration } from './migration.ts';

/** The lines of each collection file with their times; the index's vocabulary; searches. */
export const understanding: Migration = {
  version: 5,
  sql: `
create table member_senses (
  collection_id text not null,
  file_id text not null,
  sense text not null,
  account_id text not null references accounts (id) on delete cascade,
  provider text,
  settings text,
  notes text not null,
  error text,
  primary key (collection_id, file_id, sense),
  foreign key (collection_id, file_id) references collection_files (collection_id, file_id) on delete cascade
) strict;

create table sense_lines (
  collection_id text not null,
  file_id text not null,
  sense text not null,
  position integer not null,
  account_id text not null references accounts (id) on delete cascade,
  start_time real not null,
  end_time real not null,
  speaker text,
  text text not null,
  words text,
  primary key (collection_id, file_id, sense, position),
  foreign key (collection_id, file_id) references collection_files (collection_id, file_id) on delete cascade
) strict, without rowid;

create virtual table documents_words using fts5vocab ('documents_fts', 'row');

create table searches (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  created_at integer not null,
  query text not null,
  scope text not null check (scope in ('file', 'segment')),
  "limit" integer not null,
  results text not null
) strict;
create index searches_account on searches (account_id, created_at, id);
`,
};
