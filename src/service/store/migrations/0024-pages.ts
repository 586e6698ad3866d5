import type { Migration } from './migration.ts';

/**
 * Lists read their order from an index alone, and only the shown rows from the table. So each index has the columns
 * that its list is narrowed by, and collection_files copies those of files: looking up 20,000 files for one page takes
 * longer than everything else. Triggers keep the copies; each names one column, because files_changed_values changes
 * the number while the other columns are being changed.
 */
export const pages: Migration = {
  version: 24,
  sql: `
alter table collection_files add column filename text not null default '';
alter table collection_files add column number integer;
update collection_files set (filename, number) = (select filename, number from files where id = file_id);
drop index collection_files_added;
create index collection_files_added on collection_files (collection_id, added_at, file_id, status, number);
create index collection_files_named
  on collection_files (collection_id, filename, file_id, status, added_at, number);

create trigger collection_files_copied after insert on collection_files begin
  update collection_files set (filename, number) = (select filename, number from files where id = new.file_id)
    where collection_id = new.collection_id and file_id = new.file_id;
end;
create trigger files_renamed after update of filename on files when old.filename is not new.filename begin
  update collection_files set filename = new.filename where file_id = new.id;
end;
create trigger files_numbered after update of number on files when old.number is not new.number begin
  update collection_files set number = new.number where file_id = new.id;
end;

drop index describes_account;
create index describes_account on describes (account_id, created_at, id, file_id, status, kind);
create index describes_url on describes (account_id, url, created_at, id, file_id, kind);
drop index extractions_account;
create index extractions_account on extractions (account_id, created_at, id, file_id, status);
create index extractions_url on extractions (account_id, url, created_at, id, file_id);
drop index face_detections_account;
create index face_detections_account on face_detections (account_id, created_at, id, file_id, status);
drop index face_matches_account;
create index face_matches_account on face_matches (account_id, created_at, id, file_id, status);
drop index deep_searches_account;
create index deep_searches_account on deep_searches (account_id, created_at, id, status);
drop index shares_account;
create index shares_account
  on shares (account_id, created_at, id, file_id, visibility, file_segment_id);
drop index tags_account;
create index tags_account on tags (account_id, created_at, id, file_id, segment_id, type);
drop index collections_account;
create index collections_account on collections (account_id, created_at, id, collection_type);
create index collections_named on collections (account_id, name, id, created_at, collection_type);
`,
};
