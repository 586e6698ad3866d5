import type { Migration } from './migration.ts';

const columns = (type: string, length: string) => `
-- What the modality did not perceive of the file, and why: understanding/gaps (JSON); null: nothing is known to be missing.
alter table collection_file_modalities add column gaps ${type};
update collection_file_modalities set gaps = '[{"reason":"no_recogniser"}]'
  where modality = 'speech' and provider = 'none';
update collection_file_modalities set gaps = '[{"reason":"failed"}]' where error is not null;
update collection_file_modalities set gaps = '[{"reason":"not_trusted","lines":' || ${length} || '}]'
  where doubtful is not null and error is null;
create index collection_file_gaps on collection_file_modalities (collection_id, file_id) where gaps is not null;
create index file_gaps on collection_file_modalities (file_id) where gaps is not null;
-- The same of an extraction, by modality.
alter table extractions add column gaps ${type};
-- What an answer said about them, as shown.
alter table searches add column gaps ${type};
alter table deep_searches add column gaps ${type};
alter table chat_completions add column gaps ${type};
`;

/** Why something was not heard, read or seen is stored typed; until now it was in notes for people. */
export const gaps: Migration = {
  version: 46,
  sql: columns('text', 'json_array_length(doubtful)'),
  postgres: columns('text collate "C"', 'json_array_length(doubtful::json)'),
};
