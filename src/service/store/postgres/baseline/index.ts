import { accountsAndMedia } from './accounts-and-media.ts';
import { indexes } from './indexes.ts';
import { moments } from './moments.ts';
import { work } from './work.ts';

/** SQLite's functions that the queries of both engines use, and the triggers of the tables. */
const functions = `
create function json_each(list text, out value json) returns setof json
  language sql immutable strict parallel safe as 'select json_array_elements(list::json)';

create function instr(whole text, part text) returns integer
  language sql immutable strict parallel safe as 'select strpos(whole, part)';

create function max(one bigint, other bigint) returns bigint
  language sql immutable strict parallel safe as 'select greatest(one, other)';

create function min(one bigint, other bigint) returns bigint
  language sql immutable strict parallel safe as 'select least(one, other)';

create function json_text(list anyarray) returns text
  language sql immutable strict parallel safe as 'select array_to_json(list)::text';

create aggregate json_group_array (bigint) (
  sfunc = array_append, stype = bigint[], initcond = '{}', finalfunc = json_text
);
create aggregate json_group_array (text) (
  sfunc = array_append, stype = text[], initcond = '{}', finalfunc = json_text
);

create function documents_counted() returns trigger language plpgsql as $$
declare placed bigint;
begin
  insert into document_totals as known (account_id, collection_id, type, documents)
    values (new.account_id, coalesce(new.collection_id, ''), new.type, 1)
    on conflict (account_id, collection_id, type) do update set documents = known.documents + 1
    returning scope into placed;
  insert into document_places (docid, scope) values (new.docid, placed);
  return null;
end $$;
create trigger documents_counted after insert on documents for each row execute function documents_counted();

create function documents_uncounted() returns trigger language plpgsql as $$
begin
  delete from document_places where docid = old.docid;
  delete from document_terms where rowid = old.docid;
  insert into removed_documents (docid) values (old.docid);
  update document_totals set documents = documents - 1
    where account_id = old.account_id and collection_id = coalesce(old.collection_id, '') and type = old.type;
  delete from document_totals
    where account_id = old.account_id and collection_id = coalesce(old.collection_id, '') and type = old.type
      and documents = 0;
  return null;
end $$;
create trigger documents_uncounted after delete on documents for each row execute function documents_uncounted();

create function collection_files_copied() returns trigger language plpgsql as $$
begin
  select filename, number into new.filename, new.number from files where id = new.file_id;
  return new;
end $$;
create trigger collection_files_copied before insert on collection_files
  for each row execute function collection_files_copied();

create function files_renamed() returns trigger language plpgsql as $$
begin
  update collection_files set filename = new.filename where file_id = new.id;
  return null;
end $$;
create trigger files_renamed after update of filename on files
  for each row when (old.filename is distinct from new.filename) execute function files_renamed();

create function files_numbered() returns trigger language plpgsql as $$
begin
  update collection_files set number = new.number where file_id = new.id;
  return null;
end $$;
create trigger files_numbered after update of number on files
  for each row when (old.number is distinct from new.number) execute function files_numbered();

create function files_changed_values() returns trigger language plpgsql as $$
begin
  delete from file_values where file = old.number;
  update files set number = null where id = new.id;
  return null;
end $$;
create trigger files_changed_values
  after update of bytes, created_at, filename, metadata, video_info, source_metadata on files
  for each row when (old.number is not null) execute function files_changed_values();

create function files_removed_values() returns trigger language plpgsql as $$
begin
  delete from file_values where file = old.number;
  return null;
end $$;
create trigger files_removed_values after delete on files
  for each row when (old.number is not null) execute function files_removed_values();

create function find_moments_runs_moved() returns trigger language plpgsql as $$
begin
  update criterion_files set status = new.status, error = new.error where run_id = new.id;
  return null;
end $$;
create trigger find_moments_runs_moved after update of status on find_moments_runs
  for each row when (old.status is distinct from new.status) execute function find_moments_runs_moved();

create function ledger_unchanged() returns trigger language plpgsql as $$
begin
  raise exception 'an entry of the ledger is never changed';
end $$;
create trigger ledger_unchanged before update on ledger for each row execute function ledger_unchanged();

create function jobs_added() returns trigger language plpgsql as $$
begin
  perform pg_notify('vau_work', current_schema());
  return null;
end $$;
create trigger jobs_added after insert or update of state on jobs
  for each row when (new.state = 'ready') execute function jobs_added();

insert into fences (id, value) values (1, 0);
`;

/**
 * The analyser's terms. A document's terms are in document_terms: as text in order, for phrases, and in a tsvector, which
 * finds the documents that have all terms of a phrase or one with a beginning. How often a term occurs in each column is in
 * postings: a row for each term and batch of documents, packed as ranking reads it. A tsvector cannot say it: it counts
 * no more than 255 occurrences of a term and none after the 16,383rd term, and a film has more.
 */
const words = `
create table document_terms (
  rowid bigint primary key,
  title text collate "C",
  summary text collate "C",
  speech text collate "C",
  scene_text text collate "C",
  visual_scene_description text collate "C",
  audio_description text collate "C",
  entities text collate "C",
  metadata text collate "C",
  length bigint not null default 0,
  words tsvector not null default ''
);
create index document_terms_found on document_terms using gin (words);

create table postings (
  term text collate "C" not null,
  batch bigint not null,
  list bytea not null,
  primary key (term, batch)
);

create table index_terms (
  term text collate "C" primary key
);

create table index_state (
  one bigint primary key check (one = 1),
  batch bigint not null
);
insert into index_state (one, batch) values (1, 0);

-- What the postings up to a batch say of a document is void. Null: all, it is deleted.
create table removed_documents (
  seq bigint generated by default as identity primary key,
  docid bigint not null,
  batch bigint
);
`;

/** The tables as the migrations up to this version leave them in SQLite. Later migrations have a form for PostgreSQL. */
export const baseline = {
  version: 39,
  sql: [accountsAndMedia, work, moments, words, indexes, functions].join('\n'),
};
