import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { perEngine } from './engine.ts';

/** The states of rows that are unfinished. */
export const openStatuses: readonly string[] = ['pending', 'processing'];

/** Whether a row exists and is unfinished. */
export function isOpen<Row extends { status: string }>(row: Row | undefined): row is Row {
  return row !== undefined && openStatuses.includes(row.status);
}

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

/**
 * A column by which SQLite must not look rows up: the plus keeps it from an index that is worse than another one.
 * PostgreSQL decides by what it knows of the rows.
 */
export function unindexed<Value = string>(name: string): RawBuilder<Value> {
  return perEngine(sql<Value>`+${sql.ref(name)}`, () => sql.ref(name));
}

/** A join whose order SQLite keeps. PostgreSQL chooses the order itself. Follow it with `on`. */
export const joinInOrder: RawBuilder<unknown> = perEngine(sql`cross join`, () => sql`join`);

/** The last character there is. */
export const lastCharacter: RawBuilder<string> = perEngine(
  sql<string>`char(1114111)`,
  () => sql`chr(1114111)`,
);

/** Names the index that SQLite must use, after a table in `from`. */
export function indexedBy(index: string): RawBuilder<unknown> {
  return perEngine(sql`indexed by ${sql.id(index)}`, () => sql``);
}

/** The value at a key of an object in a JSON column: text as it is, arrays and objects as JSON. */
export function fieldOf(column: RawBuilder<unknown>, key: string): RawBuilder<string> {
  const path = `$.${key}`;
  return perEngine(
    sql<string>`json_extract(${column}, ${path})`,
    () => sql`(${column}::json ->> ${key}::text)`,
  );
}

/** Whether an array of texts in a JSON column has a text. */
export function holdsText(column: RawBuilder<unknown>, text: string): RawBuilder<SqlBool> {
  return perEngine(
    sql<SqlBool>`exists (select 1 from json_each(${column}) as held where held.value = ${text})`,
    () => sql`jsonb_exists(${column}::jsonb, ${text})`,
  );
}

/** A comparison as a column: 0 or 1. */
export function asFlag(condition: Expression<SqlBool>): RawBuilder<0 | 1> {
  return perEngine(sql<0 | 1>`${condition}`, () => sql`(${condition})::int`);
}

/** What names a row of a table without columns of its own for that, within one transaction. */
export const rowName: RawBuilder<unknown> = perEngine(sql`rowid`, () => sql`ctid`);
