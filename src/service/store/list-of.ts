import { type RawBuilder, sql } from 'kysely';

/** A list as one parameter: SQLite limits their number, and every length would need its own statement. */
export function listOf<T extends string | number>(values: readonly T[]): RawBuilder<T> {
  return sql<T>`(select value from json_each(${JSON.stringify(values)}))`;
}
