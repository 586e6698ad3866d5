import type { Migration } from './migration.ts';

/** Webhooks can be created without an endpoint. SQLite can only change a column by rebuilding the table. */
export const webhookEndpoints: Migration = {
  version: 12,
  sql: `
create table webhooks_new (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  endpoint text,
  description text,
  subscribed_events text not null,
  secret text not null,
  active integer not null default 1,
  created_at integer not null
) strict;
insert into webhooks_new select * from webhooks;
drop table webhooks;
alter table webhooks_new rename to webhooks;
create index webhooks_account on webhooks (account_id, created_at, id);
`,
};
