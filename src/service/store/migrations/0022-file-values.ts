import type { Migration } from './migration.ts';

/**
 * file_values holds what filters compare: each value at each path of a file's JSON columns, and of the columns that
 * filters may name. SQLite cannot index paths that it does not know, and reading the JSON of every file takes seconds.
 * files.number names a file there: short, so that the table stays small. It is null until the file's values are in the
 * table, and again after a change.
 */
export const fileValues: Migration = {
  version: 22,
  sql: `
alter table files add column number integer;
create unique index files_number on files (number) where number is not null;
create index files_unindexed on files (number, account_id) where number is null;
drop index files_created;
drop index files_named;
create index files_created on files (account_id, created_at, id, status, number);
create index files_named on files (account_id, filename, id, created_at, status, number);
create index files_joined on files (id, filename, number);

create table file_paths (
  id integer primary key,
  account_id text not null references accounts (id) on delete cascade,
  part text not null,
  path text not null,
  whole integer not null default 1
) strict;
create unique index file_paths_path on file_paths (account_id, path, part);

create table file_values (
  path integer not null references file_paths (id) on delete cascade,
  value any not null,
  file integer not null,
  primary key (path, value, file)
) strict, without rowid;
create index file_values_file on file_values (file);

create trigger files_changed_values
  after update of bytes, created_at, filename, metadata, video_info, source_metadata on files
  when old.number is not null
begin
  delete from file_values where file = old.number;
  update files set number = null where id = new.id;
end;
create trigger files_removed_values after delete on files when old.number is not null begin
  delete from file_values where file = old.number;
end;
`,
};
