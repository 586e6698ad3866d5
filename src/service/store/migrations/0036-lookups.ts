import type { Migration } from './migration.ts';

/** Indexes for names, for the ledger of one resource, and for the runs that an account has yet to pay. */
export const lookups: Migration = {
  version: 36,
  sql: `
create index files_called on files (account_id, lower(filename));
create index collections_called on collections (account_id, lower(name));
drop index ledger_subject;
create index ledger_subject on ledger (account_id, subject, created_at, id) where subject is not null;
create index find_moments_runs_account_unfinished on find_moments_runs (account_id)
  where status in ('pending', 'processing');
`,
};
