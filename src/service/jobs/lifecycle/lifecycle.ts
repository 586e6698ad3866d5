/**
 * What waits for what. Resources declare the rows that their jobs work on; bind.ts makes of the declarations the one
 * port through which rows are started, ended and failed, with their jobs.
 */

import type { RawBuilder, SqlBool } from 'kysely';
import type { ServiceContext } from '../../context/context.ts';
import type { JobKind, JobPayloads } from '../../queue/kinds.ts';
import type { Owner } from '../../queue/queue.ts';
import type { Db, Schema, Trx } from '../../store/sql/schema.ts';

type Table = keyof Schema;
type Column<T extends Table> = keyof Schema[T] & string;

/** The rows that jobs of one kind work on: their table, what they wait for, how they fail. */
export interface LifecycleRows<K extends JobKind, T extends Table> {
  readonly table: T;
  /** The column for each field of the job's payload; together they identify a row. */
  readonly key: { readonly [Field in keyof JobPayloads[K]]: Column<T> };
  /**
   * What a row waits for: the column with the id of a row of another kind. A row whose column is null does not wait for
   * that kind.
   */
  readonly waitsFor?: { readonly [Cause in JobKind]?: Column<T> };
  /** Kinds whose failure does not fail this row: its job starts anyway and checks how they ended. */
  readonly survives?: readonly JobKind[];
  /** The column with the id of the file a row belongs to. Left out if rows belong to no file. */
  readonly file?: Column<T>;
  /** What the work on a row is called, for people: `finding faces`. Left out if it is not shown as work on a file. */
  readonly work?: string;
  /**
   * The object storage folder in which each row has a folder named by its id, and the file name of originals there.
   * Left out if rows have no objects. `begunIn` is a table whose rows become rows of this one, with the same id, once they are
   * done: the objects may be in place before.
   */
  readonly objects?: { readonly folder: string; readonly original?: string; readonly begunIn?: 'uploads' };
  /**
   * Condition for unfinished rows; default: status pending or processing. It is a literal so that the index is used.
   */
  readonly open?: RawBuilder<SqlBool>;
  /** Marks an unfinished row, and what waits for it, failed. @param reason a sentence for people */
  fail(ctx: EndContext, trx: Trx, payload: JobPayloads[K], reason: string): Promise<void>;
  /** Redoes what was derived from a file's name and metadata after they changed. */
  fileChanged?(ctx: EndContext, trx: Trx, fileId: string): Promise<void>;
  /** Ends what is unfinished for good because its file is deleted; its rows are deleted later. */
  fileDeleted?(ctx: EndContext, trx: Trx, fileId: string): Promise<void>;
  /** Redoes what was derived from a file's speech after it changed. @returns the number of rows */
  speechChanged?(ctx: EndContext, trx: Trx, fileId: string): Promise<number>;
  /** Ends rows that an earlier service was working on without a job. @param before Unix ms */
  interrupted?(db: Db, before: number): Promise<void>;
}

/** The same, for any table. */
export interface Declaration<K extends JobKind>
  extends Pick<
    LifecycleRows<K, Table>,
    | 'survives'
    | 'work'
    | 'objects'
    | 'open'
    | 'fail'
    | 'fileChanged'
    | 'fileDeleted'
    | 'speechChanged'
    | 'interrupted'
  > {
  readonly table: Table;
  readonly key: { readonly [Field in keyof JobPayloads[K]]: string };
  readonly waitsFor?: { readonly [Cause in JobKind]?: string };
  readonly file?: string;
}

/** The declaration of each kind of job that works on rows. */
export type Declarations = { readonly [K in JobKind]?: Declaration<K> | undefined };

/** Declares the rows of a kind of job. Each resource does this in its `lifecycle.ts`. */
export function declareLifecycle<K extends JobKind, T extends Table>(
  _kind: K,
  rows: LifecycleRows<K, T>,
): Declaration<K> {
  return rows;
}

/** A row that a job works on. */
export type LifecycleRow = {
  [K in JobKind]: { readonly kind: K; readonly payload: JobPayloads[K] };
}[JobKind];

/** The single place that knows what waits for what. All code that starts or ends a row uses it. */
export interface Lifecycle {
  /** Call it after adding a row or to redo one: starts its job, unless the row still waits for something. */
  start<K extends JobKind>(trx: Trx, kind: K, payload: JobPayloads[K]): Promise<void>;
  /** The same for a row that was added in this transaction and waits for nothing: it is not read. */
  startNew<K extends JobKind>(trx: Trx, kind: K, payload: JobPayloads[K], owner: Owner): Promise<void>;
  /** Call it when a row has ended without failing: starts the rows that only waited for this one. */
  ended<K extends JobKind>(trx: Trx, kind: K, payload: JobPayloads[K]): Promise<void>;
  /** Fails a row, and what waits for it, unless the row has ended. */
  fail<K extends JobKind>(trx: Trx, kind: K, payload: JobPayloads[K], reason: string): Promise<void>;
  /** Call it when a row has failed or is deleted: what waits for it fails with the same reason. */
  failed<K extends JobKind>(trx: Trx, kind: K, payload: JobPayloads[K], reason: string): Promise<void>;
  /** Whether a row still waits for something unfinished. */
  isWaiting<K extends JobKind>(db: Db, kind: K, payload: JobPayloads[K]): Promise<boolean>;
  /** Yields unfinished rows that wait for nothing. Reads `size` unfinished rows at a time, so pages may be empty. */
  unfinished(db: Db, size: number): AsyncIterable<readonly LifecycleRow[]>;
  /** Everything made from a file that has a job, with the prefix of its objects. */
  ofFile(db: Db, fileId: string): Promise<readonly (LifecycleRow & { readonly prefix?: string })[]>;
  /** The tables whose rows are worked on for a file: what the work is called, and the column with the file. */
  readonly works: readonly { readonly table: Table; readonly file: string; readonly what: string }[];
  /** Call it when a file's name or metadata changed. */
  fileChanged(trx: Trx, fileId: string): Promise<void>;
  /** Call it when a file is deleted. */
  fileDeleted(trx: Trx, fileId: string): Promise<void>;
  /**
   * Call it when what is said in a file is to be recognised again, or was corrected: redoes what was made from it.
   * @returns the number of rows that are redone
   */
  speechChanged(trx: Trx, fileId: string): Promise<number>;
  /** Ends what an earlier service was doing without a job. @param before Unix ms */
  interrupted(db: Db, before: number): Promise<void>;
}

/** The service's context, with the port. */
export interface LifecycleContext extends ServiceContext {
  readonly lifecycle: Lifecycle;
}

/** What ending a row needs. */
export type EndContext = Pick<LifecycleContext, 'queue' | 'clock' | 'newId' | 'lifecycle'>;
