import type { Migration } from './migration.ts';

const speeds = (type: string) => `
create table analysis_speeds (
  analysis ${type} not null,
  made_by ${type} not null,
  -- What was measured: seconds of media, and the milliseconds that they took.
  media_seconds double precision not null,
  ms double precision not null,
  primary key (analysis, made_by)
)`;

const columns = (type: string) => `
-- The redo that last started this file.
alter table collection_files add column redo ${type};
-- The language model that was asked for chapters and titles (JSON); null: it is to be asked.
alter table collection_file_structures add column outlined_by ${type};
-- Why it gave none.
alter table collection_file_structures add column outline_error ${type};
alter table face_detections add column made_by ${type} not null default 'face-api 1';
-- What a redo was expected to do when it was asked for (JSON).
alter table redos add column expected ${type};
`;

/** What made a result is compared with what would make it now, and how long it took is kept for estimates. */
export const outdated: Migration = {
  version: 40,
  sql: `${speeds('text').replaceAll('double precision', 'real')} strict, without rowid;${columns('text')}`,
  postgres: `${speeds('text collate "C"')};${columns('text collate "C"')}`,
};
