import type { Migration } from './migration.ts';

/** How far the perception of a member is. */
export const progress: Migration = {
  version: 9,
  sql: `
alter table collection_files add column progress text;
`,
};
