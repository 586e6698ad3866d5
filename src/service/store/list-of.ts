import { type RawBuilder, sql } from 'kysely';
import { perEngine } from './engine.ts';

/** A list as one parameter: SQLite limits their number, and every length would need its own statement. */
export function listOf<T extends string | number>(values: readonly T[]): RawBuilder<T> {
  return perEngine(sql<T>`(select value from json_each(${JSON.stringify(values)}))`, () => arrayOf(values));
}

/** The same as a table `name` with the column `value`, for `from`. */
export function tableOf(values: readonly string[], name: string): RawBuilder<unknown> {
  const as = sql.id(name);
  return perEngine(sql`json_each(${JSON.stringify(values)}) as ${as}`, () => {
    return sql`(select one collate "C" as value from unnest(${[...values]}::text[]) as one) as ${as}`;
  });
}

/** Nothing is equal to null, so it stands for an empty list of unknown type. */
function arrayOf(values: readonly (string | number)[]): RawBuilder<unknown> {
  const [first] = values;
  if (first === undefined) return sql`(null)`;
  const type = typeof first === 'string' ? sql`text` : sql`bigint`;
  return sql`(select unnest(${[...values]}::${type}[]))`;
}
