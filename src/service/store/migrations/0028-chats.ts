import type { Migration } from './migration.ts';

/** Chat completions, as they were answered. */
export const chats: Migration = {
  version: 28,
  sql: `
create table chat_completions (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  created_at integer not null,
  model text not null,
  payload text not null,
  choices text not null,
  usage text not null
) strict;
create index chat_completions_account on chat_completions (account_id, created_at, id);
`,
};
