import type { Migration } from './migration.ts';

/** Deliveries of events to webhooks, and each attempt to make them. They are added with the event itself. */
export const deliveries: Migration = {
  version: 35,
  sql: `
alter table webhooks add column previous_secret text;
alter table webhooks add column previous_until integer;
alter table webhooks add column failing_since integer;
alter table webhooks add column disabled_reason text;
create index webhooks_unfinished on webhooks (id) where active = 1 and endpoint is not null;

drop index events_waiting;
alter table events drop column dispatched_at;
create index events_created on events (created_at);

create table webhook_deliveries (
  seq integer primary key autoincrement,
  id text not null unique,
  account_id text not null references accounts (id) on delete cascade,
  webhook_id text not null references webhooks (id) on delete cascade,
  event_id text not null references events (id) on delete cascade,
  event_type text not null,
  resource text not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  tries integer not null default 0,
  max_tries integer not null,
  next_attempt_at integer,
  created_at integer not null,
  ended_at integer
) strict;
create index webhook_deliveries_webhook on webhook_deliveries (webhook_id, seq);
create index webhook_deliveries_status on webhook_deliveries (webhook_id, status, seq);
create index webhook_deliveries_event on webhook_deliveries (event_id);
create index webhook_deliveries_account on webhook_deliveries (account_id);
create index webhook_deliveries_unfinished on webhook_deliveries (webhook_id, resource, seq) where status = 'pending';
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_attempt_at) where status = 'pending';

create table webhook_attempts (
  delivery_id text not null references webhook_deliveries (id) on delete cascade,
  number integer not null,
  started_at integer not null,
  duration_ms integer,
  status_code integer,
  error text,
  answer text,
  primary key (delivery_id, number)
) strict;
`,
};
