/** Runs a statement and writes its rows as JSON, value by value: the rows themselves are never held. */
import type { QueryColumn } from '../../../../contract/index.ts';
import type { ColumnType } from '../../../../contract/tables/tables.ts';
import { limits } from '../../../../contract/values/limits.ts';
import { alone, prepareQuery, type QueryDatabase, type QueryStatement, Refused, typeOf } from './database.ts';

interface Result {
  readonly columns: QueryColumn[];
  /** A JSON array of objects. */
  readonly rows: string;
  readonly total: number;
}

type Cell = null | number | bigint | string | Uint8Array;

/** A column, and what its values turned out to be. */
interface Column {
  readonly name: string;
  /** As JSON, with the colon. */
  readonly key: string;
  /** Undefined for what was computed. */
  readonly type: ColumnType | undefined;
  readonly seen: Set<ColumnType>;
}

const { rows: mostRows, resultBytes: mostBytes } = limits.query;

/** @throws Refused if it has too many rows or is too long, or has a text that cannot be read whole */
export function resultOf(database: QueryDatabase, sql: string): Result {
  const statement = prepareQuery(database, sql);
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  const columns = columnsOf(statement);
  const rows: string[] = [];
  let length = 0;
  for (const row of statement.iterate() as IterableIterator<Cell[]>) {
    if (rows.length === mostRows) throw tooLong(`more than ${mostRows} rows`);
    const text = `{${columns.map((column, at) => `${column.key}${write(row[at] ?? null, column)}`).join(',')}}`;
    length += Buffer.byteLength(text);
    if (length > mostBytes) throw tooLong(`more than ${mostBytes / 1024 ** 2} MiB`);
    rows.push(text);
  }
  refuseCut(database, sql, columns);
  return {
    columns: columns.map(({ name, type, seen }) => ({ name, type: finalType(type, seen) })),
    rows: `[${rows.join(',')}]`,
    total: rows.length,
  };
}

/** What can make the character with the number 0, or be it. */
const makesNul = /char|unhex|cast|format|printf|x'|\\u0000|\0/i;

/**
 * The drivers of SQLite end a text at the character with the number 0: what is behind it would be missing. Of what the store
 * holds, no text has one.
 */
function refuseCut(database: QueryDatabase, sql: string, columns: readonly Column[]): void {
  const texts = columns.flatMap(({ seen }, at) => (seen.has('text') || seen.has('json') ? [`c${at}`] : []));
  if (texts.length === 0 || !makesNul.test(sql)) return;
  const names = columns.map((_, at) => `c${at}`).join(', ');
  const isCut = texts
    .map((name) => `(typeof(${name}) = 'text' and instr(${name}, char(0)) > 0)`)
    .join(' or ');
  const check = `with vau_result(${names}) as (${alone(sql)}\n) select 1 from vau_result where ${isCut} limit 1`;
  if (prepareQuery(database, check).all().length === 0) return;
  throw new Refused(
    "a text of the result has the character with the number 0, behind which nothing could be read; select replace(TEXT, char(0), '') or hex(TEXT) instead",
  );
}

const tooLong = (what: string) =>
  new Refused(`the result has ${what}; add LIMIT, select fewer columns, or let the query sum up`);

function columnsOf(statement: QueryStatement): Column[] {
  const taken = new Set<string>();
  return statement.columns().map(({ name, type }) => {
    let unique = name;
    for (let count = 2; taken.has(unique); count += 1) unique = `${name}_${count}`;
    taken.add(unique);
    return { name: unique, key: `${JSON.stringify(unique)}:`, type: typeOf(type), seen: new Set() };
  });
}

/** Whole numbers up to here are exact in every reader of JSON. */
const exact = BigInt(Number.MAX_SAFE_INTEGER);

/** A value as JSON. Larger whole numbers are texts; bytes are hexadecimal; what JSON cannot hold is null. */
function write(cell: Cell, { type, seen }: Column): string {
  if (cell === null) return 'null';
  if (typeof cell === 'bigint') {
    if (type === 'boolean' && (cell === 0n || cell === 1n)) {
      seen.add('boolean');
      return cell === 1n ? 'true' : 'false';
    }
    seen.add('integer');
    return cell > exact || cell < -exact ? `"${cell}"` : String(cell);
  }
  if (typeof cell === 'number') {
    seen.add('number');
    return Number.isFinite(cell) ? String(cell) : 'null';
  }
  if (typeof cell !== 'string') {
    seen.add('text');
    return `"${Buffer.from(cell).toString('hex')}"`;
  }
  if (type === 'json' && isJson(cell)) {
    seen.add('json');
    return cell;
  }
  seen.add(type === 'time' ? 'time' : 'text');
  return JSON.stringify(cell);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The type of a column whose values were seen: that of the view if all have it. */
function finalType(declared: ColumnType | undefined, seen: ReadonlySet<ColumnType>): ColumnType {
  const [only] = seen;
  if (only === undefined) return declared ?? 'text';
  if (seen.size === 1) return declared === 'number' && only === 'integer' ? 'number' : only;
  return [...seen].every((one) => one === 'integer' || one === 'number') ? 'number' : 'text';
}
