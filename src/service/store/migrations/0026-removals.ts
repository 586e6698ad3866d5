import type { Migration } from './migration.ts';

/**
 * A file that is taken out of a collection may be added again while its old rows are still being deleted. Then the
 * collection file is a new one: its row is shown and kept, and the rows below it are not. file_id finds its documents.
 */
export const removals: Migration = {
  version: 26,
  sql: `
alter table deletions add column file_id text;
alter table deletions add column replaced integer not null default 0;
`,
};
