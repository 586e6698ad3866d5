/**
 * The store in a SQLite file, for Kysely: statements are kept prepared, values are bound and read as the schema has them, and
 * who finds the file locked waits (patient-driver.ts).
 */
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import type { NativeDatabase, NativeStatement, SqliteValue } from './sqlite-module.ts';

/** A prepared statement, and the columns of its rows; none if it gives no rows. Where it can, it gives rows as arrays. */
interface Prepared {
  readonly native: NativeStatement;
  readonly columns: readonly string[];
}

/** Prepared statements, by their text. */
interface StatementCache {
  /** Prepares a statement, or gives the one prepared before. Run it to its end before anything else runs. */
  prepare(sql: string): Prepared;
  /** Forgets a statement, and with it the values last bound to it. */
  forget(sql: string): void;
}

/** Longer texts are mostly lists of values, which seldom come twice with the same length. In characters. */
const LONGEST_SQL = 8_192;

/**
 * Keeps the most recently used statements prepared. A change of the schema needs no care: SQLite prepares such a
 * statement again by itself. Pragmas are never kept, because SQLite runs some of them while it prepares them.
 * @param most number of statements to keep
 */
export function cacheStatements(native: NativeDatabase, most: number): StatementCache {
  const kept = new Map<string, Prepared>();
  return {
    prepare: (sql) => {
      const found = kept.get(sql);
      if (found) kept.delete(sql);
      const prepared = found ?? prepareNow(native, sql);
      if (found || isKept(sql)) kept.set(sql, prepared);
      if (kept.size > most) forgetOldest(kept);
      return prepared;
    },
    forget: (sql) => void kept.delete(sql),
  };
}

function prepareNow(native: NativeDatabase, sql: string): Prepared {
  const statement = native.prepare(sql);
  statement.setReturnArrays?.(true);
  return { native: statement, columns: namesOf(statement) };
}

/** The names of a statement's columns. */
function namesOf(statement: NativeStatement): string[] {
  return statement.columns().map(({ name }) => name);
}

function isKept(sql: string): boolean {
  return sql.length <= LONGEST_SQL && !/^\s*pragma/i.test(sql);
}

function forgetOldest(kept: Map<string, unknown>): void {
  const [oldest] = kept.keys();
  if (oldest !== undefined) kept.delete(oldest);
}

/** Number of statements that stay prepared. The service sends about as many different ones. */
const STATEMENTS = 500;

/** Size of bound values from which a statement is prepared anew: a kept one would hold them in memory. */
const LARGE = 64 * 1024;

/** Adapts the database to Kysely's SQLite dialect. Statements stay prepared; see statement-cache.ts. */
export function forKysely(native: NativeDatabase): SqliteDatabase {
  const cache = cacheStatements(native, STATEMENTS);
  const made = new WeakMap<Prepared, SqliteStatement>();
  return {
    close: () => native.close(),
    prepare: (given) => {
      const sql = withLock(given);
      const prepared = cache.prepare(sql);
      const known = made.get(prepared);
      if (known) return known;
      const statement = statementOf(native, cache, sql, prepared);
      made.set(prepared, statement);
      return statement;
    },
  };
}

/**
 * Takes the write lock when a transaction begins. If a transaction reads first and another process writes in between,
 * its first write fails at once with "database is locked", whatever the timeout.
 */
function withLock(sql: string): string {
  return sql === 'begin' ? 'begin immediate' : sql;
}

/** A stream has a statement of its own: rows come one by one, and the kept one may run meanwhile. */
function statementOf(
  native: NativeDatabase,
  cache: StatementCache,
  sql: string,
  prepared: Prepared,
): SqliteStatement {
  const bound = (values: readonly unknown[]) => {
    const row: SqliteValue[] = [];
    for (const given of values) {
      const value = bindable(given);
      if (isLarge(value)) cache.forget(sql);
      row.push(value);
    }
    return row;
  };
  return {
    reader: prepared.columns.length > 0,
    all: (values) => rowsOf(prepared, bound(values)),
    run: (values) => prepared.native.run(...bound(values)),
    iterate: (values) => iterate(native, sql, values.map(bindable)),
  };
}

/** Statements whose rows are being read. */
const inUse = new Set<NativeStatement>();

/** The rows do not keep their statement: without another reference, a collection of garbage would end it before them. */
function* iterate(
  native: NativeDatabase,
  sql: string,
  values: readonly SqliteValue[],
): IterableIterator<unknown> {
  const statement = native.prepare(sql);
  inUse.add(statement);
  try {
    yield* statement.iterate(...values);
  } finally {
    inUse.delete(statement);
  }
}

/** Rows come from SQLite as arrays and become objects here: that takes two thirds of the time. */
function rowsOf(prepared: Prepared, values: readonly SqliteValue[]): unknown[] {
  const { native } = prepared;
  const rows = native.all(...values);
  if (!native.setReturnArrays) return rows;
  const columns = columnsOf(prepared, rows as SqliteValue[][]);
  return (rows as SqliteValue[][]).map((row) => {
    const named: Record<string, SqliteValue | undefined> = {};
    let at = 0;
    for (const column of columns) {
      named[column] = row[at];
      at += 1;
    }
    return named;
  });
}

/** Another process may have changed the schema, so that the statement gives other columns than before. */
function columnsOf({ native, columns }: Prepared, [row]: readonly SqliteValue[][]): readonly string[] {
  return row === undefined || row.length === columns.length ? columns : namesOf(native);
}

function isLarge(value: SqliteValue): boolean {
  return (typeof value === 'string' || value instanceof Uint8Array) && value.length > LARGE;
}

/** SQLite drivers silently bind a Date as null; this refuses every value that is not a column value. */
function bindable(value: unknown): SqliteValue {
  if (value === null || value instanceof Uint8Array) return value;
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'bigint':
      return value;
    case 'boolean':
      return value ? 1 : 0;
    default:
      throw new TypeError(
        `a column must be text, a number, bytes, a boolean or null, not ${describe(value)}`,
      );
  }
}

function describe(value: unknown): string {
  return value instanceof Object ? `a ${value.constructor.name}` : typeof value;
}
