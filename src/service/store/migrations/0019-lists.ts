import type { Migration } from './migration.ts';

/**
 * Indexes for lists of files: one for each order, with the columns that lists are narrowed by, so that counting and
 * skipping read no rows. And an index for the foreign key that had none: without it, deleting a file reads all shares.
 */
export const lists: Migration = {
  version: 19,
  sql: `
drop index files_account;
create index files_created on files (account_id, created_at, id, status);
create index files_named on files (account_id, filename, id, created_at, status);
drop index collection_files_added;
create index collection_files_added on collection_files (collection_id, added_at, file_id, status);
create index shares_file on shares (file_id);
`,
};
