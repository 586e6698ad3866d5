import type { Migration } from './migration.ts';

/** Shots and chapters of collection files; and an index of files by content, whose results are shared. */
export const outlines: Migration = {
  version: 10,
  sql: `
create table member_outlines (
  collection_id text not null,
  file_id text not null,
  account_id text not null references accounts (id) on delete cascade,
  outline text not null,
  primary key (collection_id, file_id),
  foreign key (collection_id, file_id) references collection_files (collection_id, file_id) on delete cascade
) strict;

create index files_content on files (content_hash) where content_hash is not null;
`,
};
