import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Filter, FilterCondition } from '../../../contract/index.ts';
import { perEngine } from '../../store/engine.ts';
import { listOf } from '../../store/list-of.ts';
import type { Db } from '../../store/schema.ts';
import type { SearchContext } from '../context.ts';
import { dated, ofSegment } from '../filter.ts';
import { meets, toNumber } from '../filter-values.ts';
import { indexFiles } from './index-files.ts';
import { allNumbers, both, either, inverse, type Numbers, noNumbers, numbersOf } from './numbers.ts';
import { FIRST_TEXT, orderedKeyOf } from './ordered-key.ts';
import type { Part } from './values.ts';

type Condition = RawBuilder<SqlBool>;

/** A path of file_values that a filter names. */
interface KnownPath {
  readonly id: number;
  /** Whether it has numbers beside texts. */
  readonly numbers: boolean;
  /** The path with the same values in lower case, as far as these differ. */
  readonly folded: number | undefined;
}

interface Asked {
  readonly part: Part;
  readonly condition: FilterCondition;
}

/** SQLite compares a text with a pattern of more wildcards in time that explodes with their number. */
const MOST_WILDCARDS = 4;

/** Files that a filter indexes itself. If more are new or have changed, their index is made in the background. */
const MOST_UNINDEXED = 1_000;

/**
 * The files that meet a filter, by their numbers. Every file of the account is indexed then: see indexFiles. Each
 * condition is a range of an index, read as one text: SQLite takes ten times as long to compare each file with a range.
 * @returns undefined if each file must be checked instead: SQL cannot compare the values, or many are not indexed yet
 */
export async function numbersThatMeet(
  ctx: SearchContext,
  accountId: string,
  filter: Filter,
): Promise<Numbers | undefined> {
  const { db } = ctx;
  if (!(await indexFiles(ctx, accountId, MOST_UNINDEXED))) return undefined;
  const asked = conditionsOf(filter);
  const paths = await pathsOf(db, accountId, asked);
  if (!paths) return undefined;
  let met = allNumbers;
  for (const { part, condition } of asked) {
    const path = paths.get(keyOf(part, condition.path));
    const one = path ? await numbersFor(db, path, condition) : constant(meets(condition, []));
    if (!one) return undefined;
    met = both(met, one);
    await ctx.yieldTurn();
  }
  return met;
}

const keyOf = (part: string, path: string) => `${part} ${path}`;

const constant = (value: boolean): Numbers => (value ? allNumbers : noNumbers);

/** The conditions about files. */
function conditionsOf({ file = [], ...parts }: Filter): Asked[] {
  const inJson = (['metadata', 'video_info', 'source_metadata'] as const).flatMap((part) =>
    (parts[part] ?? []).filter((one) => !ofSegment(one)).map((condition) => ({ part, condition })),
  );
  return [...inJson, ...file.map((one) => ({ part: 'file' as const, condition: dated(one) }))];
}

/** The paths that the conditions name, as far as any file has them; undefined if one is not wholly indexed. */
async function pathsOf(
  db: Db,
  accountId: string,
  asked: readonly Asked[],
): Promise<Map<string, KnownPath> | undefined> {
  const names = [...new Set(asked.map(({ condition }) => condition.path))];
  const rows = await db
    .selectFrom('file_paths')
    .select(['id', 'part', 'path', 'whole'])
    .select(
      sql<SqlBool>`exists (select 1 from file_values where path = file_paths.id and value < ${firstText})`.as(
        'numbers',
      ),
    )
    .where('account_id', '=', accountId)
    .where('path', 'in', listOf(names))
    .execute();
  const named = new Set(asked.map(({ part, condition }) => keyOf(part, condition.path)));
  const found = new Map(rows.map((row) => [keyOf(row.part, row.path), row]));
  const known = new Map<string, KnownPath>();
  for (const { id, part, path, whole, numbers } of rows) {
    if (!named.has(keyOf(part, path))) continue;
    if (!whole) return undefined;
    known.set(keyOf(part, path), { id, numbers: !!numbers, folded: found.get(keyOf(`${part}~`, path))?.id });
  }
  return known;
}

/** The files that meet one condition, with the same result as meets(). */
async function numbersFor(db: Db, path: KnownPath, condition: FilterCondition): Promise<Numbers | undefined> {
  const { operator, valueText = '', valueTextArray = [] } = condition;
  const has = (asked: Condition) => numbersAmong(db, path.id, asked);
  switch (operator) {
    case 'Equal':
      return has(equals(valueText));
    case 'NotEqual':
      return inverse(await has(equals(valueText)));
    case 'LessThan':
    case 'GreaterThan': {
      const asked = compares(operator, valueText, path);
      return asked && has(asked);
    }
    case 'Like': {
      const pattern = path.numbers ? undefined : patternOf(valueText);
      if (pattern === undefined) return undefined;
      const plain = await has(isLike(pattern));
      if (path.folded === undefined) return plain;
      return either(plain, await numbersAmong(db, path.folded, isLike(pattern)));
    }
    case 'In':
    case 'ContainsAny':
      return has(isOneOf(valueTextArray));
    case 'ContainsAll': {
      let met = allNumbers;
      for (const text of new Set(valueTextArray)) met = both(met, await has(equals(text)));
      return met;
    }
  }
}

async function numbersAmong(db: Db, path: number, asked: Condition): Promise<Numbers> {
  const files = sql<{ files: string }>`select json_group_array(file) as files
    from file_values where path = ${path} and ${asked}`;
  const { rows } = await files.execute(db);
  return numbersOf(JSON.parse(rows[0]?.files ?? '[]') as number[]);
}

/** Numbers go through SQLite's reader of JSON, as those in the table did, so that both are rounded alike. */
const asJson = (texts: readonly string[]) => JSON.stringify(texts.map((text) => toNumber(text) ?? text));

const bound = (text: string) => sql`(${asJson([text])} ->> 0)`;

function equals(text: string): Condition {
  return perEngine(sql`value = ${bound(text)}`, () => sql`value = ${orderedKeyOf(text)}`);
}

function isOneOf(texts: readonly string[]): Condition {
  return perEngine(
    sql`value in (select value from json_each(${asJson(texts)}))`,
    () => sql`value in ${listOf(texts.map(orderedKeyOf))}`,
  );
}

/** PostgreSQL minds the case of letters and has an escape character. */
function isLike(pattern: string): Condition {
  return perEngine(
    sql`value like ${pattern}`,
    () => sql`lower(value) like ${FIRST_TEXT + pattern} escape ''`,
  );
}

const firstText = perEngine(sql`''`, () => sql.lit(FIRST_TEXT));

/** In the table numbers come before texts. A number is compared with a number as one, and with anything else as text. */
function compares(
  operator: 'LessThan' | 'GreaterThan',
  text: string,
  { numbers }: KnownPath,
): Condition | undefined {
  const asText = perEngine(sql`${text}`, () => sql`${FIRST_TEXT + text}`);
  if (toNumber(text) === undefined) {
    if (numbers) return undefined;
    return operator === 'LessThan' ? sql`value < ${asText}` : sql`value > ${asText}`;
  }
  const number = perEngine(bound(text), () => sql`${orderedKeyOf(text)}`);
  return operator === 'LessThan'
    ? sql`(value < ${number} or (value >= ${firstText} and value < ${asText}))`
    : sql`((value > ${number} and value < ${firstText}) or value > ${asText})`;
}

/** A pattern for SQLite's LIKE; undefined if it would take too long. */
function patternOf(text: string): string | undefined {
  const pattern = text.toLowerCase().replaceAll('*', '%').replaceAll('?', '_');
  if (pattern.includes('\0')) return undefined;
  if (!/[%_]/.test(pattern)) return `%${pattern}%`;
  return pattern.split(/%+/).length - 1 > MOST_WILDCARDS ? undefined : pattern;
}
