import type { QueryColumn } from '../../../../contract/index.ts';
import type { ViewName } from '../../../../contract/tables/views.ts';

/** Where the process of a query reads the rows of the store. */
export type RowSource =
  /** Path of an SQLite database. */
  | { readonly file: string }
  /** Settings of the driver for PostgreSQL. They hold a password. */
  | { readonly server: object };

/** What to copy of a view. */
export interface Copy {
  readonly view: ViewName;
  /** The rows of the store, in the SQL of its engine. */
  readonly sql: string;
  readonly parameters: readonly (string | number | null)[];
  /** The columns of these rows that are needed. */
  readonly needs: readonly string[];
  /** Columns of the view, each an expression of SQLite over a row `r`. */
  readonly columns: readonly (readonly [name: string, expression: string])[];
  /** What follows `from (rows) as r`. */
  readonly join: string;
}

/** To the process: first the statement, then what it asked for. */
export type ToQuery =
  | { readonly type: 'statement'; readonly sql: string }
  | { readonly type: 'copies'; readonly source: RowSource; readonly copies: readonly Copy[] };

/**
 * From the process: the columns that the statement reads, by view; then the result, or a sentence that says why there is none,
 * with the processor time of the process so far.
 */
export type FromQuery =
  | { readonly type: 'needs'; readonly columns: Readonly<Record<string, readonly string[]>> }
  | {
      readonly type: 'result';
      readonly columns: QueryColumn[];
      /** A JSON array of objects. */
      readonly rows: string;
      readonly total: number;
      readonly processorMs: number;
    }
  | { readonly type: 'refused'; readonly why: string; readonly processorMs: number }
  | { readonly type: 'failed'; readonly why: string };
