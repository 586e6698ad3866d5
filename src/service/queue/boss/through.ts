import { CompiledQuery } from 'kysely';
import type PgBoss from 'pg-boss';
import type { Db } from '../../store/sql/schema.ts';

/** pg-boss's way to the database: our own connection, in a transaction of ours if there is one. */
export interface Through extends PgBoss.Db {
  /** Rethrows what went wrong: pg-boss's fetch takes every error for "no job". */
  check(): void;
}

export function through(db: Db): Through {
  let failures: unknown[] = [];
  return {
    executeSql: async (text, values = []) => {
      try {
        const { rows } = await db.executeQuery(
          CompiledQuery.raw(
            text,
            values.map((value: unknown) => value ?? null),
          ),
        );
        return { rows };
      } catch (error) {
        failures.push(error);
        throw error;
      }
    },
    check: () => {
      const [first] = failures;
      failures = [];
      if (first !== undefined) throw first;
    },
  };
}
