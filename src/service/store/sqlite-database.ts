import type { SqliteDatabase, SqliteStatement } from 'kysely';
import type { NativeDatabase, NativeStatement, SqliteValue } from './sqlite-module.ts';

/** The database in the shape Kysely's SQLite dialect wants. */
export function forKysely(native: NativeDatabase): SqliteDatabase {
  return {
    close: () => native.close(),
    prepare: (sql) => statement(native.prepare(withLock(sql))),
  };
}

/**
 * A transaction takes the write lock at its start. One that reads first and locks later fails at once with
 * "database is locked" when another process wrote in between, whatever the time-out.
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

/** SQLite drivers bind a Date as null without a word; here what has no meaning as a column is refused. */
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
      throw new TypeError(`a column takes text, numbers, bytes, booleans or null, not ${describe(value)}`);
  }
}

function describe(value: unknown): string {
  return value instanceof Object ? `a ${value.constructor.name}` : typeof value;
}
