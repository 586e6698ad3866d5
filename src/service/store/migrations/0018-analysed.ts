import type { Migration } from './migration.ts';

const columns = [
  'title',
  'summary',
  'speech',
  'scene_text',
  'visual_scene_description',
  'audio_description',
  'entities',
  'metadata',
];
const names = columns.join(', ');
const of = (row: string) => columns.map((column) => `${row}.${column}`).join(', ');
const forget = `insert into documents_fts (documents_fts, rowid, ${names}) values ('delete', old.docid, ${of('old')});`;

/**
 * document_terms indexes the terms of our own analyser unchanged. documents_fts keeps older documents until they are
 * analysed; new documents are never added to it. Triggers keep the number of documents.
 */
export const analysed: Migration = {
  version: 18,
  sql: `
alter table documents add column analysed integer not null default 0;
create index documents_analysed on documents (analysed, docid);
create index documents_collection on documents (collection_id, file_id);
create index entities_file on entities (file_id);
alter table sense_lines add column language text;

create virtual table document_terms using fts5 (
  ${names},
  content = '', contentless_delete = 1,
  tokenize = "ascii tokenchars ':.=~'"
);
create virtual table document_terms_words using fts5vocab ('document_terms', 'row');

drop table documents_words;
drop trigger documents_added;
drop trigger documents_removed;
drop trigger documents_changed;
create trigger documents_forgotten after delete on documents when old.analysed = 0 begin
  ${forget}
end;
create trigger documents_rewritten after update on documents when old.analysed = 0 begin
  ${forget}
  insert into documents_fts (rowid, ${names}) select new.docid, ${of('new')} where new.analysed = 0;
end;
create trigger documents_removed after delete on documents when old.analysed > 0 begin
  delete from document_terms where rowid = old.docid;
end;

create table document_totals (
  account_id text not null references accounts (id) on delete cascade,
  collection_id text not null,
  type text not null,
  documents integer not null,
  primary key (account_id, collection_id, type)
) strict, without rowid;
insert into document_totals (account_id, collection_id, type, documents)
  select account_id, coalesce(collection_id, ''), type, count(*) from documents group by 1, 2, 3;
create trigger documents_counted after insert on documents begin
  insert into document_totals (account_id, collection_id, type, documents)
    values (new.account_id, coalesce(new.collection_id, ''), new.type, 1)
    on conflict (account_id, collection_id, type) do update set documents = documents + 1;
end;
create trigger documents_uncounted after delete on documents begin
  update document_totals set documents = documents - 1
    where account_id = old.account_id and collection_id = coalesce(old.collection_id, '') and type = old.type;
  delete from document_totals
    where account_id = old.account_id and collection_id = coalesce(old.collection_id, '') and type = old.type
      and documents = 0;
end;

create table account_languages (
  account_id text not null references accounts (id) on delete cascade,
  language text not null,
  primary key (account_id, language)
) strict, without rowid;

create table compound_words (
  word text primary key,
  reversed text not null
) strict, without rowid;
create index compound_words_reversed on compound_words (reversed);
`,
};
