import type { Migration } from './migration.ts';

/** A job that is enqueued again while it runs is run again, not dropped. */
export const again: Migration = {
  version: 6,
  sql: 'alter table jobs add column again integer not null default 0;',
};
