import type { Migration } from './migration.ts';

const voices = (type: string, bytes: string) => `
create table voices (
  file_id ${type} not null references files (id) on delete cascade,
  -- The model whose vectors these are: those of others mean nothing to it.
  model ${type} not null,
  -- The speaker's number in the file.
  speaker integer not null,
  account_id ${type} not null references accounts (id) on delete cascade,
  -- The number of the voice in the account: the same in all of its files.
  label integer not null,
  -- The name that the speaker was given in this file, and when.
  name ${type},
  named_at bigint,
  -- 4 bytes a number.
  vector ${bytes} not null,
  primary key (file_id, model, speaker)
)`;

const counter = `
create index voices_heard on voices (account_id, model, label);
-- Numbers given to voices so far: none is given again.
alter table accounts add column voices integer not null default 0;
`;

/** The voices of speakers, by which one has the same label in all files. */
export const voicesOfSpeakers: Migration = {
  version: 41,
  sql: `${voices('text', 'blob').replace('bigint', 'integer')} strict, without rowid;${counter}`,
  postgres: `${voices('text collate "C"', 'bytea')};${counter}`,
};
