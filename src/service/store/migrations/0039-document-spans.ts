import type { Migration } from './migration.ts';

/** Finds the document of a segment in which a passage starts, without a look at the words of all others of its file. */
export const documentSpans: Migration = {
  version: 39,
  sql: `drop index documents_collection;
create index documents_collection on documents (collection_id, file_id, type, start_time, end_time);`,
};
