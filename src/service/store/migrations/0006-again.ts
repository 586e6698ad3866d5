import type { Migration } from './migration.ts';

/** A job that is asked for while it runs is remembered, not swallowed. */
export const again: Migration = {
  version: 6,
  sql: 'alter table jobs add column again integer not null default 0;',
};
