import type { Migration } from './migration.ts';

/**
 * The scope of each document in a few bytes. A search reads it for every document with a word, and the documents
 * themselves are a hundred times as long. The totals get a number, which stands for account, collection and type.
 */
export const places: Migration = {
  version: 23,
  sql: `
drop trigger documents_counted;
drop trigger documents_uncounted;
create table document_scopes (
  scope integer primary key,
  account_id text not null references accounts (id) on delete cascade,
  collection_id text not null,
  type text not null,
  documents integer not null,
  unique (account_id, collection_id, type)
) strict;
insert into document_scopes (account_id, collection_id, type, documents)
  select account_id, collection_id, type, documents from document_totals;
drop table document_totals;
alter table document_scopes rename to document_totals;

create table document_places (
  docid integer primary key,
  scope integer not null
) strict;
insert into document_places (docid, scope)
  select d.docid, t.scope from documents d
  join document_totals t
    on t.account_id = d.account_id and t.collection_id = coalesce(d.collection_id, '') and t.type = d.type
  order by d.docid;

create trigger documents_counted after insert on documents begin
  insert into document_totals (account_id, collection_id, type, documents)
    values (new.account_id, coalesce(new.collection_id, ''), new.type, 1)
    on conflict (account_id, collection_id, type) do update set documents = documents + 1;
  insert into document_places (docid, scope)
    select new.docid, scope from document_totals
    where account_id = new.account_id and collection_id = coalesce(new.collection_id, '') and type = new.type;
end;
create trigger documents_uncounted after delete on documents begin
  delete from document_places where docid = old.docid;
  update document_totals set documents = documents - 1
    where account_id = old.account_id and collection_id = coalesce(old.collection_id, '') and type = old.type;
  delete from document_totals
    where account_id = old.account_id and collection_id = coalesce(old.collection_id, '') and type = old.type
      and documents = 0;
end;
`,
};
