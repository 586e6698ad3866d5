import type { Migration } from './migration.ts';

/** A transcribe job is stored as a describe job. */
export const transcribes: Migration = {
  version: 13,
  sql: `
alter table describes add column kind text not null default 'describe' check (kind in ('describe', 'transcribe'));
`,
};
