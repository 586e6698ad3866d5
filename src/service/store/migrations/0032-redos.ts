import type { Migration } from './migration.ts';

/**
 * Recognising the speech of a whole collection again. The counters are written when it has ended; before, they are read
 * from the collection files.
 */
export const redos: Migration = {
  version: 32,
  sql: `
create table redos (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  collection_id text not null references collections (id) on delete cascade,
  status text not null check (status in ('pending', 'processing', 'completed', 'completed_with_failures', 'failed')),
  error text,
  config text not null,
  -- The last file of the collection whose recognition was started again.
  reached text not null default '',
  files_total integer,
  files_completed integer,
  files_failed integer,
  created_at integer not null
) strict;
create index redos_collection on redos (collection_id);
create unique index redos_open on redos (collection_id) where status in ('pending', 'processing');
create index redos_unfinished on redos (id) where status in ('pending', 'processing');
`,
};
