import type { Migration } from './migration.ts';

/** What a token may do. Those from before could do everything. */
export const scopes: Migration = {
  version: 33,
  sql: `
alter table tokens add column scope text not null default 'admin' check (scope in ('read', 'write', 'admin'));
create index tokens_account on tokens (account_id);
`,
};
