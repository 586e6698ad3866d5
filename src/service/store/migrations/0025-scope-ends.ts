import type { Migration } from './migration.ts';

/** Finds the first and the last document of a scope. A search reads the index between these two only. */
export const scopeEnds: Migration = {
  version: 25,
  sql: 'create index document_places_scope on document_places (scope);',
};
