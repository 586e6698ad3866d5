import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Filter, FilterCondition } from '../../../contract/index.ts';
import { perEngine } from '../../store/sql/engine.ts';
import { listOf } from '../../store/sql/expressions.ts';
import type { SearchContext } from '../context.ts';
import { dated, fileMeets, ofSegment } from './filter.ts';
import { toNumber } from './filter-values.ts';

type Condition = RawBuilder<SqlBool>;

/**
 * A condition in SQL that every file which meets the filter meets too. SQLite drops most other files by it, and only the
 * rest is checked value by value (see filter-files.ts). Conditions that SQL cannot state are left out.
 * @param files the name or alias of the table of files in the query
 */
export function mayMeet(filter: Filter, files: string): Condition {
  const inside = (column: string, conditions: readonly FilterCondition[] = []) =>
    conditions.filter((one) => !ofSegment(one)).map((one) => mayHold(sql.ref(`${files}.${column}`), one));
  const parts = [
    ...inside('metadata', filter.metadata),
    ...inside('source_metadata', filter.source_metadata),
    ...(filter.file ?? []).map((one) => isNumber(files, dated(one))),
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? sql`true` : sql`(${sql.join(parts, sql` and `)})`;
}

/** Longer lists of values are left to the check by value: SQLite refuses expressions that are nested too deeply. */
const MOST_VALUES = 100;

type Column = RawBuilder<unknown>;

/** Whether the JSON text of a column may hold the values that a condition asks for. */
function mayHold(column: Column, condition: FilterCondition): Condition | undefined {
  const { operator, valueText = '', valueTextArray = [] } = condition;
  const number = wholeNumber(valueText);
  if (number !== undefined) return isNoOther(column, condition, number);
  if (operator === 'Equal') return holds(column, valueText);
  if (operator !== 'In' && operator !== 'ContainsAny' && operator !== 'ContainsAll') return undefined;
  if (valueTextArray.length > MOST_VALUES) return undefined;
  const each = valueTextArray.map((text) => holds(column, text));
  const known = each.filter((part) => part !== undefined);
  if (operator === 'ContainsAll')
    return known.length === 0 ? undefined : sql`(${sql.join(known, sql` and `)})`;
  return known.length === 0 || known.length < each.length ? undefined : sql`(${sql.join(known, sql` or `)})`;
}

/**
 * Whether a text is part of the JSON: as a string it is escaped, as a number, a boolean or an object it is not. A number
 * is spelled in many ways, so it is not looked for.
 */
function holds(column: Column, text: string): Condition | undefined {
  if (toNumber(text) !== undefined) return undefined;
  const escaped = JSON.stringify(text).slice(1, -1);
  const plain = sql<SqlBool>`instr(${column}, ${escaped}) > 0`;
  return escaped === text ? plain : sql`(${plain} or instr(${column}, ${text}) > 0)`;
}

/** A whole number that SQLite reads exactly as JavaScript does. */
function wholeNumber(text: string): number | undefined {
  const number = toNumber(text);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** Keys that stand in a path of SQLite's JSON functions as they are. */
const PLAIN_PATH = /^[a-z\d_ -]+(\.[a-z\d_ -]+)*$/i;

/**
 * Drops the files whose value at the path is a whole number that breaks the condition. Texts and lists of values stay:
 * a text may be the same number in another spelling.
 */
function isNoOther(
  column: Column,
  { path, operator }: FilterCondition,
  number: number,
): Condition | undefined {
  const compared = COMPARED[operator];
  if (!compared || !PLAIN_PATH.test(path)) return undefined;
  const keys = path.split('.').map((key) => `."${key}"`);
  const at = `$${keys.join('')}`;
  return perEngine(
    sql`(json_type(${column}, ${at}) is not 'integer' or json_extract(${column}, ${at}) ${compared} ${number})`,
    () => sql`true`,
  );
}

const COMPARED: Partial<Record<FilterCondition['operator'], Condition>> = {
  Equal: sql`=`,
  LessThan: sql`<`,
  GreaterThan: sql`>`,
};

/** The columns of files that are numbers, compared with a number. */
function isNumber(files: string, { path, operator, valueText = '' }: FilterCondition): Condition | undefined {
  const [compared, wanted] = [COMPARED[operator], toNumber(valueText)];
  if ((path !== 'bytes' && path !== 'created_at') || !compared || wanted === undefined) return undefined;
  const own = sql`${sql.ref(`${files}.${path}`)} ${compared}`;
  return perEngine(sql`${own} ${wanted}`, () => sql`${own} ${wanted}::double precision`);
}

/** Files checked at a time; other requests run between portions. */
const PORTION = 500;

/** The columns that hold JSON. They are read only if the filter asks for them. */
const COLUMNS = ['metadata', 'video_info', 'source_metadata'] as const;
const UNREAD = { metadata: null, video_info: null, source_metadata: null };

const idOf = ({ id }: { readonly id: string }) => id;

/** The files that meet a filter, in the given order. */
export async function filesThatMeet(
  { db, yieldTurn }: SearchContext,
  ids: readonly string[],
  filter: Filter,
): Promise<string[]> {
  const asked = COLUMNS.filter((column) => filter[column]);
  const met: string[] = [];
  for (let from = 0; from < ids.length; from += PORTION) {
    const portion = ids.slice(from, from + PORTION);
    const files = await db
      .selectFrom('files')
      .select(['id', 'bytes', 'filename', 'created_at', ...asked])
      .where('id', 'in', listOf(portion))
      .where(mayMeet(filter, 'files'))
      .execute();
    const good = new Set(files.filter((file) => fileMeets(filter, { ...UNREAD, ...file })).map(idOf));
    met.push(...portion.filter((id) => good.has(id)));
    await yieldTurn();
  }
  return met;
}
