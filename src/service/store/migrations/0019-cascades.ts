import type { Migration } from './migration.ts';

/** An index for each foreign key that had none: SQLite reads the whole table when a row that it names is deleted. */
export const cascades: Migration = {
  version: 19,
  sql: `
create index shares_file on shares (file_id);
`,
};
