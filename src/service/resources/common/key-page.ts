import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Filter } from '../../../contract/index.ts';
import type { RequestContext } from '../../http/handler.ts';
import { numbersThatMeet } from '../../search/file-values/conditions.ts';
import { holds } from '../../search/file-values/numbers.ts';
import { filesThatMeet } from '../../search/filter-files.ts';
import type { Db } from '../../store/schema.ts';
import { readOnce } from '../../store/version.ts';
import { type Page, sliceOf } from './lists.ts';

/** A row of a list about files: its rowid, the file's id and the file's number. */
interface Listed {
  readonly key: number;
  readonly id: string;
  readonly number: number | null;
}

/** The rowid of a table. Read rows by it together with their account or collection: SQLite may give it again. */
export const keyOf = (table: 'files' | 'collection_files'): RawBuilder<number> =>
  sql<number>`${sql.ref(`${table}.rowid`)}`;

/**
 * One page of the rowids that a query selects. It reads all of them, as one text, from an index that has every column
 * of the query; this takes 30 ms for 100,000. They are kept for the next page: see readOnce.
 * @param listed filtered and ordered; the last order must be unique
 */
export async function keyPage(
  ctx: RequestContext,
  listed: Expression<Listed> & { compile(): { sql: string; parameters: readonly unknown[] } },
  filter: Filter | undefined,
  page: { limit: number; offset: number },
): Promise<Page<number>> {
  const { sql: text, parameters } = listed.compile();
  const name = JSON.stringify([text, parameters, filter]);
  const keys = await readOnce(ctx.db, name, async () => {
    if (filter) return keysThatMeet(ctx, listed, filter);
    const { rows } = await sql<{
      keys: string;
    }>`select json_group_array(key) as keys from ${listed} as listed`.execute(ctx.db);
    return JSON.parse(rows[0]?.keys ?? '[]') as number[];
  });
  return sliceOf(keys, page);
}

/** Where SQL cannot compare the values, each file is read and checked. */
async function keysThatMeet(
  ctx: RequestContext,
  listed: Expression<Listed>,
  filter: Filter,
): Promise<number[]> {
  const met = await numbersThatMeet(ctx, ctx.accountId, filter);
  if (met) {
    const { keys, values } = await keysWith<number>(ctx.db, listed, 'number');
    return keys.filter((_, at) => holds(met, values[at] ?? 0));
  }
  const { keys, values } = await keysWith<string>(ctx.db, listed, 'id');
  const good = new Set(await filesThatMeet(ctx, values, filter));
  return keys.filter((_, at) => good.has(values[at] ?? ''));
}

/** The keys, and a value beside each, in one statement: another process may change the store between two. */
async function keysWith<Value>(
  db: Db,
  listed: Expression<Listed>,
  column: 'id' | 'number',
): Promise<{ keys: number[]; values: Value[] }> {
  const columns = sql<{ keys: string; beside: string }>`
    select json_group_array(key) as keys, json_group_array(${sql.ref(column)}) as beside from ${listed} as listed`;
  const { rows } = await columns.execute(db);
  const [{ keys, beside } = { keys: '[]', beside: '[]' }] = rows;
  return { keys: JSON.parse(keys) as number[], values: JSON.parse(beside) as Value[] };
}
