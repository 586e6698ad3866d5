import type { Migration } from './migration.ts';

/** Progress of a collection file's analysis. */
export const progress: Migration = {
  version: 9,
  sql: `
alter table collection_files add column progress text;
`,
};
