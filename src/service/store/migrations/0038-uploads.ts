import type { Migration } from './migration.ts';

/** Uploads that can be resumed. Their bytes are in the data folder, under uploads/, until they are whole. */
export const uploads: Migration = {
  version: 38,
  sql: `
create table uploads (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  bytes integer not null,
  filename text not null,
  fields text not null,
  created_at integer not null,
  done_at integer
) strict, without rowid;
create index uploads_unfinished on uploads (account_id) where done_at is null;
`,
};
