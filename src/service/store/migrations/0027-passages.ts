import type { Migration } from './migration.ts';

/**
 * The passages of collection files with their vectors; the sign bits of these in a table of their own, because a search reads
 * all of them when it starts. Ids are never given again, because the index in memory goes on from
 * the last one it has. collection_files.encoded_by is the model whose vectors a collection file has; null: it waits for
 * them; empty: it has nothing to encode.
 */
export const passages: Migration = {
  version: 27,
  sql: `
create table encoders (
  id integer primary key,
  model text not null,
  dimension integer not null,
  unique (model, dimension)
);
create table passages (
  id integer primary key autoincrement,
  account_id text not null references accounts (id) on delete cascade,
  collection_id text not null,
  file_id text not null,
  modality text not null,
  start_time real not null,
  end_time real not null,
  text text not null,
  encoder integer not null references encoders (id),
  vector blob not null,
  foreign key (collection_id, file_id) references collection_files (collection_id, file_id) on delete cascade
);
create table passage_bits (
  id integer primary key references passages (id) on delete cascade,
  encoder integer not null,
  collection integer not null,
  bits blob not null
);
create index passage_bits_encoder on passage_bits (encoder, id);
create index passages_collection_file on passages (collection_id, file_id);
create index passages_file on passages (file_id);
create index passages_account on passages (account_id);
create index passages_encoder on passages (encoder);
alter table collection_files add column encoded_by text default '';
update collection_files set encoded_by = null where status = 'completed' and collection_id in (
  select id from collections where collection_type in ('media-descriptions', 'rich-transcripts'));
create index collection_files_encoded on collection_files (encoded_by);
`,
};
