import type { SqliteDatabase, SqliteStatement } from 'kysely';
import type { NativeDatabase, NativeStatement, SqliteValue } from './sqlite-module.ts';

/** Adapts the database to Kysely's SQLite dialect. */
export function forKysely(native: NativeDatabase): SqliteDatabase {
  return {
    close: () => native.close(),
    prepare: (sql) => statement(native.prepare(withLock(sql))),
  };
}

/**
 * Takes the write lock when a transaction begins. If a transaction reads first and another process writes in between,
 * its first write fails at once with "database is locked", whatever the timeout.
 */
function withLock(sql: string): string {
  return sql === 'begin' ? 'begin immediate' : sql;
}

function statement(native: NativeStatement): SqliteStatement {
  return {
    reader: native.columns().length > 0,
    all: (values) => native.all(...values.map(bindable)),
    run: (values) => native.run(...values.map(bindable)),
    iterate: (values) => native.iterate(...values.map(bindable)),
  };
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
