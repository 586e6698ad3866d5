import type { Migration } from './migration.ts';

/**
 * Searches of every scope, with or without words, and grouped. SQLite can only change a check by rebuilding the table.
 */
export const searches: Migration = {
  version: 16,
  sql: `
create table searches_of_all_scopes (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  created_at integer not null,
  query text,
  scope text not null check (scope in ('file', 'segment', 'face', 'moment')),
  group_by_key text check (group_by_key in ('file')),
  "limit" integer not null,
  results text not null
) strict;
insert into searches_of_all_scopes (id, account_id, created_at, query, scope, "limit", results)
  select id, account_id, created_at, query, scope, "limit", results from searches;
drop table searches;
alter table searches_of_all_scopes rename to searches;
create index searches_account on searches (account_id, created_at, id);
`,
};
