import type { Migration } from './migration.ts';

/**
 * How the speech of files is recognised: a transcript corrected by hand, and the provider, language, vocabulary and names
 * of speakers as JSON. files.heard counts the changes, so that a job that started before a change does not write its result.
 */
export const hearing: Migration = {
  version: 29,
  sql: `
alter table files add column transcript_key text;
alter table files add column hearing text;
alter table files add column heard integer not null default 0;
`,
};
