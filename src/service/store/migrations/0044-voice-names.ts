import type { Migration } from './migration.ts';

const names = (text: string) => `
-- Names of voices that are still to be shown in other files than the one in which they were given.
create table voice_namings (
  account_id ${text} not null references accounts (id) on delete cascade,
  model ${text} not null,
  label integer not null,
  -- The file in which it was given, which shows it already.
  file_id ${text} not null,
  -- The last file that was done.
  reached ${text} not null default '',
  primary key (account_id, model, label)
);
drop index voices_heard;
create index voices_heard on voices (account_id, model, label, file_id);
create index voices_named on voices (account_id, label, named_at) where name is not null;
`;

/** A name given to a voice is shown in its other files by a job. */
export const voiceNames: Migration = {
  version: 44,
  sql: names('text'),
  postgres: names('text collate "C"'),
};
