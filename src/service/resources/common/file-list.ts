import type { RawBuilder, SelectQueryBuilder } from 'kysely';
import type { Schema } from '../../store/schema.ts';

/** A list about files, filtered and ordered, without columns; the last order must be unique. */
export interface FileList {
  readonly table: 'files' | 'collection_files';
  /** Kysely cannot type a table that is one of two: `number` is read as in either. */
  readonly listed: SelectQueryBuilder<Schema, 'files', object>;
  /** The column with the file's id. */
  readonly id: RawBuilder<string>;
}
