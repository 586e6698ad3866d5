import type { Migration } from './migration.ts';

/** The files and collections that are being deleted: see store/sql/deletions.ts. */
export const deletions: Migration = {
  version: 21,
  sql: `
create table deletions (
  id text primary key,
  created_at integer not null
) strict, without rowid;
`,
};
