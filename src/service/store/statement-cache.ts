import type { NativeDatabase, NativeStatement } from './sqlite-module.ts';

/** A prepared statement, and the columns of its rows; none if it gives no rows. Where it can, it gives rows as arrays. */
export interface Prepared {
  readonly native: NativeStatement;
  readonly columns: readonly string[];
}

/** Prepared statements, by their text. */
export interface StatementCache {
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
export function namesOf(statement: NativeStatement): string[] {
  return statement.columns().map(({ name }) => name);
}

function isKept(sql: string): boolean {
  return sql.length <= LONGEST_SQL && !/^\s*pragma/i.test(sql);
}

function forgetOldest(kept: Map<string, unknown>): void {
  const [oldest] = kept.keys();
  if (oldest !== undefined) kept.delete(oldest);
}
