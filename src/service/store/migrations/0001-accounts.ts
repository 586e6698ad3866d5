import type { Migration } from './migration.ts';

/** Accounts, tokens, the ledger, and the settings of the installation. */
export const accounts: Migration = {
  version: 1,
  sql: `
create table accounts (
  id text primary key,
  name text not null unique,
  balance_micros integer not null default 0,
  created_at integer not null
) strict;

create table tokens (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  name text not null,
  hash text not null unique,
  hint text not null,
  created_at integer not null,
  last_used_at integer,
  revoked_at integer
) strict;

create table settings (
  key text primary key,
  value text not null
) strict;

create table ledger (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  operation text not null,
  subject text,
  amount_micros integer not null,
  dedupe_key text,
  created_at integer not null
) strict;
create index ledger_account on ledger (account_id, created_at);
create unique index ledger_once on ledger (account_id, dedupe_key) where dedupe_key is not null;
`,
};
