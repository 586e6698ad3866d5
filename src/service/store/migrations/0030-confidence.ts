import type { Migration } from './migration.ts';

/** How sure a recogniser was of a line, and, as JSON, the lines that are not to be trusted: nothing is made from these. */
export const confidence: Migration = {
  version: 30,
  sql: `
alter table modality_lines add column confidence real;
alter table collection_file_modalities add column doubtful text;
`,
};
