import type { Migration } from './migration.ts';

/** Why each entry of the ledger was made, and what a run of a criterion was charged. */
export const ledgerEntries: Migration = {
  version: 34,
  sql: `
alter table ledger add column kind text not null default 'opening'
  check (kind in ('opening', 'top_up', 'charge', 'refund'));
alter table ledger add column reason text not null default '';
update ledger set reason = 'opening balance', operation = 'billing' where operation = 'opening balance';
drop index ledger_account;
create index ledger_account on ledger (account_id, created_at, id);
create index ledger_subject on ledger (account_id, subject) where subject is not null;
create trigger ledger_unchanged before update on ledger begin
  select raise(abort, 'an entry of the ledger is never changed');
end;
-- Millionths of a credit. Null until it is charged, 0 once it is refunded.
alter table find_moments_runs add column cost_micros integer;
`,
};
