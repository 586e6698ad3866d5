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
 * What a store has in SQLite alone: full-text indexes, and the triggers that PostgreSQL has in another form. document_terms indexes the terms of
 * our own analyser unchanged. documents_fts keeps the documents of older stores until they are analysed; new documents are
 * never added to it.
 */
export const sqliteOnly = `
create virtual table documents_fts using fts5 (
  ${names},
  content = 'documents', content_rowid = 'docid',
  tokenize = 'porter unicode61 remove_diacritics 2'
);
create virtual table document_terms using fts5 (
  ${names},
  content = '', contentless_delete = 1,
  tokenize = "ascii tokenchars ':.=~'"
);
create virtual table document_terms_words using fts5vocab ('document_terms', 'row');

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
create trigger collection_files_copied after insert on collection_files begin
  update collection_files set (filename, number) = (select filename, number from files where id = new.file_id)
    where collection_id = new.collection_id and file_id = new.file_id;
end;
create trigger ledger_unchanged before update on ledger begin
  select raise(abort, 'an entry of the ledger is never changed');
end;
`;
