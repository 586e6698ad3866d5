import type { Migration } from './migration.ts';

const table = (text: string) => `
create table deleted_deep_searches (
  id ${text} primary key,
  account_id ${text} not null references accounts (id) on delete cascade
)`;

const index = 'create index deleted_deep_searches_account on deleted_deep_searches (account_id);';

/** Deep searches that were deleted: deleting one again succeeds, while an unknown one is not found. */
export const deletedDeepSearches: Migration = {
  version: 47,
  sql: `${table('text')} strict, without rowid;\n${index}`,
  postgres: `${table('text collate "C"')};\n${index}`,
};
