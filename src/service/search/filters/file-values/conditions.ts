import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Filter, FilterCondition } from '../../../../contract/index.ts';
import { engineOf, perEngine } from '../../../store/sql/engine.ts';
import { listOf } from '../../../store/sql/expressions.ts';
import type { Db } from '../../../store/sql/schema.ts';
import type { SearchContext } from '../../context.ts';
import { dated, ofSegment } from '../filter.ts';
import { meets, toNumber } from '../filter-values.ts';
import { indexFiles, isUnindexed, unindexedFiles } from './index-files.ts';
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
  return (await numbersBeside(ctx, accountId, filter, []))?.met;
}

/**
 * The same, and texts that are read with them. On a server all are read in one statement, because each takes a way there and
 * back; the texts are then of the same moment as the numbers.
 * @param texts each selects one text
 * @param known what lookAtPaths has found, if it was asked before
 */
export async function numbersBeside(
  ctx: SearchContext,
  accountId: string,
  filter: Filter,
  texts: readonly RawBuilder<unknown>[],
  known?: PathsLook,
): Promise<{ readonly met: Numbers; readonly texts: readonly string[] } | undefined> {
  const asked = conditionsOf(filter);
  const look = known ?? (await lookAtPaths(ctx.db, accountId, filter));
  if (look.unindexed && !(await indexFiles(ctx, accountId, MOST_UNINDEXED))) return undefined;
  const { rows } = look.unindexed ? await lookAtPaths(ctx.db, accountId, filter) : look;
  const paths = pathsIn(rows, asked);
  if (!paths) return undefined;
  const readings: Reading[] = [];
  for (const { part, condition } of asked) {
    const path = paths.get(keyOf(part, condition.path));
    const one = path ? readingOf(path, condition) : constant(meets(condition, []));
    if (!one) return undefined;
    readings.push(one);
  }
  const reads = readings.flatMap(({ files }) => files);
  const found = await readTexts(ctx, [...reads, ...texts]);
  const lists = found.slice(0, reads.length).map((text) => numbersOf(JSON.parse(text) as number[]));
  let met = allNumbers;
  for (const { files, join } of readings) met = both(met, join(lists.splice(0, files.length)));
  return { met, texts: found.slice(reads.length) };
}

async function readTexts(
  { db, yieldTurn }: SearchContext,
  texts: readonly RawBuilder<unknown>[],
): Promise<string[]> {
  if (texts.length === 0) return [];
  if (engineOf(db) === 'postgres') {
    const columns = texts.map((text, at) => sql`(${text}) as ${sql.id(`t${at}`)}`);
    const { rows } = await sql<Record<string, string>>`select ${sql.join(columns)}`.execute(db);
    return texts.map((_, at) => rows[0]?.[`t${at}`] ?? '[]');
  }
  const found: string[] = [];
  for (const text of texts) {
    const { rows } = await sql<Record<string, string>>`select (${text}) as text`.execute(db);
    found.push(rows[0]?.text ?? '[]');
    await yieldTurn();
  }
  return found;
}

/** What is to be read for a condition: lists of numbers as texts, and what they say together. */
interface Reading {
  readonly files: readonly RawBuilder<unknown>[];
  join(lists: readonly Numbers[]): Numbers;
}

const keyOf = (part: string, path: string) => `${part} ${path}`;

const constant = (value: boolean): Reading => ({ files: [], join: () => (value ? allNumbers : noNumbers) });

/** The conditions about files. */
function conditionsOf({ file = [], ...parts }: Filter): Asked[] {
  const inJson = (['metadata', 'video_info', 'source_metadata'] as const).flatMap((part) =>
    (parts[part] ?? []).filter((one) => !ofSegment(one)).map((condition) => ({ part, condition })),
  );
  return [...inJson, ...file.map((one) => ({ part: 'file' as const, condition: dated(one) }))];
}

/** What the store knows of the paths that a filter names. */
export interface PathsLook {
  /** Whether files of the account are not indexed yet. */
  readonly unindexed: boolean;
  readonly rows: readonly PathRow[];
}

interface PathRow {
  readonly id: number;
  readonly part: string;
  readonly path: string;
  readonly whole: number;
  readonly numbers: SqlBool;
}

/** Looks up the paths that a filter names. */
async function lookAtPaths(db: Db, accountId: string, filter: Filter): Promise<PathsLook> {
  if (engineOf(db) === 'postgres') {
    const { rows } = await sql<{
      look: string;
    }>`select ${lookOnServer(db, accountId, filter)} as look`.execute(db);
    return lookIn(rows[0]?.look);
  }
  const rows = pathRows(db, accountId, filter);
  return { unindexed: await isUnindexed(db, accountId), rows: await rows.execute() };
}

/** The same as one column, for a statement that reads more. See lookIn. */
export function lookOnServer(db: Db, accountId: string, filter: Filter): RawBuilder<string> {
  return sql<string>`json_build_object('unindexed', exists (${unindexedFiles(db, accountId).select('id')}),
    'rows', coalesce((select json_agg(known) from ${pathRows(db, accountId, filter)} as known), '[]'))`;
}

/** What lookOnServer gave. */
export function lookIn(text = '{"unindexed":true,"rows":[]}'): PathsLook {
  return JSON.parse(text) as PathsLook;
}

function pathRows(db: Db, accountId: string, filter: Filter) {
  const names = [...new Set(conditionsOf(filter).map(({ condition }) => condition.path))];
  return db
    .selectFrom('file_paths')
    .select(['id', 'part', 'path', 'whole'])
    .select(
      sql<SqlBool>`exists (select 1 from file_values where path = file_paths.id and value < ${firstText})`.as(
        'numbers',
      ),
    )
    .where('account_id', '=', accountId)
    .where('path', 'in', listOf(names));
}

/** The paths that the conditions name, as far as any file has them; undefined if one is not wholly indexed. */
function pathsIn(rows: readonly PathRow[], asked: readonly Asked[]): Map<string, KnownPath> | undefined {
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

/** How to read the files that meet one condition, with the same result as meets(); undefined if SQL cannot tell. */
function readingOf(path: KnownPath, condition: FilterCondition): Reading | undefined {
  const { operator, valueText = '', valueTextArray = [] } = condition;
  const has = (asked: Condition) => filesWith(path.id, asked);
  switch (operator) {
    case 'Equal':
      return { files: [has(equals(valueText))], join: first };
    case 'NotEqual':
      return { files: [has(equals(valueText))], join: (lists) => inverse(first(lists)) };
    case 'LessThan':
    case 'GreaterThan': {
      const asked = compares(operator, valueText, path);
      return asked && { files: [has(asked)], join: first };
    }
    case 'Like': {
      const pattern = path.numbers ? undefined : patternOf(valueText);
      if (pattern === undefined) return undefined;
      const folded = path.folded === undefined ? [] : [filesWith(path.folded, isLike(pattern))];
      return {
        files: [has(isLike(pattern)), ...folded],
        join: (lists) => lists.reduce(either, noNumbers),
      };
    }
    case 'In':
    case 'ContainsAny':
      return { files: [has(isOneOf(valueTextArray))], join: first };
    case 'ContainsAll':
      return {
        files: [...new Set(valueTextArray)].map((text) => has(equals(text))),
        join: (lists) => lists.reduce(both, allNumbers),
      };
  }
}

const first = ([one = noNumbers]: readonly Numbers[]): Numbers => one;

function filesWith(path: number, asked: Condition): RawBuilder<unknown> {
  return sql`select ${listText(sql.ref('file'))} from file_values where path = ${path} and ${asked}`;
}

/** Numbers of many rows as one text, in JSON; on a server without those that are null. The server makes it from a list in a fraction of the time of its own JSON. */
export function listText(number: RawBuilder<unknown>): RawBuilder<string> {
  return perEngine(
    sql<string>`json_group_array(${number})`,
    () => sql`'[' || coalesce(array_to_string(array_agg(${number}), ','), '') || ']'`,
  );
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
