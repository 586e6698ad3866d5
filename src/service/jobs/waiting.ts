import type { RawBuilder, SqlBool } from 'kysely';
import type { ServiceContext } from '../context/context.ts';
import type { JobKind, JobPayloads } from '../queue/queue.ts';
import type { Db, Schema, Trx } from '../store/schema.ts';

type Table = keyof Schema;
type Column<T extends Table> = keyof Schema[T] & string;

/** The rows that jobs of one kind work on: where they are, what they wait for, how one fails. */
export interface WaitingRows<K extends JobKind, T extends Table> {
  readonly table: T;
  /** The column that each field of the job's payload is read from; together they name one row. */
  readonly key: { readonly [Field in keyof JobPayloads[K]]: Column<T> };
  /**
   * What a row waits for: the column that names a row of another kind. A row whose column is null does not wait for
   * that kind.
   */
  readonly waitsFor?: { readonly [Cause in JobKind]?: Column<T> };
  /** Kinds that a row outlives when they fail: its job starts all the same, and reads how they ended. */
  readonly survives?: readonly JobKind[];
  /** The column that names the file a row belongs to. Left out where it belongs to none. */
  readonly file?: Column<T>;
  /**
   * The folder of the object storage in which a row has a folder named by its id, and the name of an original in
   * that. Left out where a row has no objects.
   */
  readonly objects?: { readonly folder: string; readonly original?: string };
  /** Which rows are unfinished; default: those whose status is pending or processing. Written out, for the index. */
  readonly open?: RawBuilder<SqlBool>;
  /** Marks an unfinished row failed, and what waits for it. @param reason a sentence for a person */
  fail(ctx: EndContext, trx: Trx, payload: JobPayloads[K], reason: string): Promise<void>;
  /** Does again what was made of a file's name and metadata, which have changed. */
  fileChanged?(ctx: EndContext, trx: Trx, fileId: string): Promise<void>;
  /** Ends the rows whose work ended with an earlier service, and has no job. @param before Unix ms */
  interrupted?(db: Db, before: number): Promise<void>;
}

/** The same for any table. */
export interface Declaration<K extends JobKind>
  extends Pick<
    WaitingRows<K, Table>,
    'survives' | 'objects' | 'open' | 'fail' | 'fileChanged' | 'interrupted'
  > {
  readonly table: Table;
  readonly key: { readonly [Field in keyof JobPayloads[K]]: string };
  readonly waitsFor?: { readonly [Cause in JobKind]?: string };
  readonly file?: string;
}

/** What each kind of job works on; undefined where it works on no row. Leave a kind out, and this does not compile. */
export type Declarations = { readonly [K in JobKind]: Declaration<K> | undefined };

/** Declares what the jobs of a kind work on: one `waiting.ts` for each resource. */
export function declareWaiting<K extends JobKind, T extends Table>(
  _kind: K,
  rows: WaitingRows<K, T>,
): Declaration<K> {
  return rows;
}

/** A row that a job works on. */
export type WaitingRow = { [K in JobKind]: { readonly kind: K; readonly payload: JobPayloads[K] } }[JobKind];

/** The one answer to "what waits for what". Everything that starts or ends a row goes through it. */
export interface Waiting {
  /** Call it when a row was added or is to be done again: starts its job, unless the end of something else will. */
  start<K extends JobKind>(trx: Trx, kind: K, payload: JobPayloads[K]): Promise<void>;
  /** Call it when a row has ended and did not fail: starts what waited for it and waits for nothing else. */
  ended<K extends JobKind>(trx: Trx, kind: K, payload: JobPayloads[K]): Promise<void>;
  /** Fails a row, and what waits for it, unless it has ended. */
  fail<K extends JobKind>(trx: Trx, kind: K, payload: JobPayloads[K], reason: string): Promise<void>;
  /** Call it when a row has failed or goes: what waits for it fails with it, for the same reason. */
  failed<K extends JobKind>(trx: Trx, kind: K, payload: JobPayloads[K], reason: string): Promise<void>;
  /** Whether something that has not ended keeps a row waiting. */
  isWaiting<K extends JobKind>(db: Db, kind: K, payload: JobPayloads[K]): Promise<boolean>;
  /** Unfinished rows that wait for nothing, in pages of at most `size`. */
  unfinished(db: Db, size: number): AsyncIterable<readonly WaitingRow[]>;
  /** Everything that is made of a file and has a job, with the prefix of its objects. */
  ofFile(db: Db, fileId: string): Promise<readonly (WaitingRow & { readonly prefix?: string })[]>;
  /** Call it when a file's name or metadata changed. */
  fileChanged(trx: Trx, fileId: string): Promise<void>;
  /** Ends what an earlier service was doing without a job. @param before Unix ms */
  interrupted(db: Db, before: number): Promise<void>;
}

/** The service's context, with the port. */
export interface WaitingContext extends ServiceContext {
  readonly waiting: Waiting;
}

/** What it takes to end a row. */
export type EndContext = Pick<WaitingContext, 'queue' | 'clock' | 'newId' | 'waiting'>;
