/** The database in which a query runs: it holds the views and nothing else. */
import { type ColumnType, leavesOf } from '../../../../contract/tables/tables.ts';
import {
  type ViewName,
  viewAliases,
  viewColumns,
  viewNames,
  views,
} from '../../../../contract/tables/views.ts';
import { limits } from '../../../../contract/values/limits.ts';
import type { NativeDatabase, NativeStatement } from '../../../store/sqlite/sqlite-module.ts';

/** Called for each thing that a statement would do. @returns 0: allowed, 1: refused */
type Authorizer = (action: number, first: string | null, second: string | null) => number;

export interface QueryDatabase extends NativeDatabase {
  prepare(sql: string): QueryStatement;
  function(name: string, work: (...values: (string | null)[]) => string): void;
  setAuthorizer(decide: Authorizer | null): void;
  /** Where SQLite can be told: Node's own from version 25 on. */
  readonly limits?: { length: number; attach: number };
}

export interface QueryStatement extends NativeStatement {
  columns(): { readonly name: string; readonly type: string | null }[];
  setReadBigInts(enabled: boolean): void;
  setReturnArrays(enabled: boolean): void;
}

type Module = {
  readonly DatabaseSync: new (location: string, options: { timeout: number }) => QueryDatabase;
};

/** Tables that SQLite makes of a JSON value: what a statement may use besides the views. Everything else is refused. */
const tableFunctions: readonly string[] = ['json_each', 'json_tree'];

/** Functions of SQLite that read their arguments and nothing else: the only ones that a statement may call. */
const functions: ReadonlySet<string> = new Set(
  `abs acos acosh asin asinh atan atan2 atanh avg ceil ceiling char coalesce concat concat_ws cos cosh count cume_dist
  current_date current_time current_timestamp date datetime degrees dense_rank exp first_value floor format glob group_concat
  hex if ifnull iif instr json json_array json_array_length json_error_position json_extract json_group_array
  json_group_object json_insert json_object json_patch json_pretty json_quote json_remove json_replace json_set json_type
  json_valid julianday lag last_value lead length like likelihood likely ln log log10 log2 lower ltrim max median min mod
  nth_value ntile nullif octet_length percent_rank percentile percentile_cont percentile_disc pi pow power printf quote
  radians random rank replace round row_number rtrim sign sin sinh sqrt stddev strftime string_agg substr substring subtype
  sum tan tanh time timediff total trim trunc typeof unhex unicode unixepoch unlikely upper zeroblob -> ->>`.split(
    /\s+/,
  ),
);

/** Milliseconds to wait for a lock of the store. Readers meet one only while it is repaired. */
const BUSY_MS = 5_000;

/** Pages of a database in memory, in KiB; what is beyond goes to a temporary file. */
const CACHE_KIB = 32_000;

/** The package first: it has what bounds and refuses statements. Node's own gets the second half of it in version 24.10. */
export async function openEmpty(): Promise<QueryDatabase> {
  const { DatabaseSync } = await (
    import('@photostructure/sqlite') as Promise<unknown> as Promise<Module>
  ).catch(() => process.getBuiltinModule?.('node:sqlite') as unknown as Module);
  // An empty name is a private database in a temporary file that is gone when it is closed.
  const database = new DatabaseSync('', { timeout: BUSY_MS });
  if (!('setAuthorizer' in database))
    throw new Error('queries need the optional packages of vau, or Node 24.10 or newer');
  database.exec(`pragma cache_size = -${CACHE_KIB}; pragma journal_mode = off; pragma synchronous = off`);
  const modules = database.prepare('select name from pragma_module_list').all() as {
    readonly name: string;
  }[];
  builtIn.set(database, new Set(modules.map(({ name }) => name.toLowerCase())));
  database.function('leaves', (entities, evidence) => leavesWithEvidence(entities, evidence));
  return database;
}

interface Evidence {
  readonly path: string;
  readonly source?: string;
  readonly quote?: string;
  readonly start_time?: number;
  readonly end_time?: number;
  readonly confidence?: number;
}

/** The values of extracted entities with the words that they come from, as JSON. Both are JSON of the store. */
function leavesWithEvidence(entities: string | null, evidence: string | null): string {
  const found = new Map<string, Evidence>();
  for (const one of JSON.parse(evidence ?? '[]') as Evidence[])
    if (!found.has(one.path)) found.set(one.path, one);
  return JSON.stringify(
    leavesOf(JSON.parse(entities ?? 'null'), (value) => JSON.stringify(value)).map((leaf) => {
      const { source, quote, start_time, end_time, confidence } = found.get(leaf.path) ?? {};
      const times = { quote_start_time: start_time, quote_end_time: end_time };
      return { ...leaf, source, quote, ...times, quote_confidence: confidence };
    }),
  );
}

/** What SQLite calls the types. Where it finds `text` in one, it compares as text. */
const declared: Readonly<Record<ColumnType, string>> = {
  text: 'text',
  integer: 'integer',
  number: 'real',
  boolean: 'boolean',
  time: 'time text',
  json: 'json text',
};

/** The type of a result's column that comes straight from a view; undefined for anything that was computed. */
export function typeOf(type: string | null): ColumnType | undefined {
  const found = Object.entries(declared).find(([, name]) => name === type?.toLowerCase());
  return found?.[0] as ColumnType | undefined;
}

/** Makes the table of a view. @param prefix before its name */
export function makeTable(database: QueryDatabase, view: ViewName, prefix = ''): void {
  const columns = viewColumns(view).map(([name, { type }]) => `"${name}" ${declared[type]}`);
  database.exec(`create table ${prefix}${view} (${columns.join(', ')})`);
}

/** Makes the other names of a view. */
export function makeAliases(database: QueryDatabase, of: ViewName): void {
  for (const [name, view] of Object.entries(viewAliases))
    if (view === of) database.exec(`create view ${name} as select * from ${view}`);
}

/** SQLite's numbers of what a query does. */
const [READ, SELECT, FUNCTION, RECURSIVE] = [20, 21, 31, 33];

/** What a statement may not do, or does wrong; its message is a sentence. */
export class Refused extends Error {
  override readonly name: string = 'Refused';
}

/** A statement reads a table that is not there. */
class NoTable extends Refused {
  override readonly name = 'NoTable';
  readonly table: string;

  constructor(table: string) {
    super(
      `there is no view ${table}; the views are ${viewNames.join(', ')} (vau query --schema shows their columns)`,
    );
    this.table = table;
  }
}

/**
 * Prepares a statement that only reads the views.
 * @param reads called with each column that it reads
 * @throws Refused
 */
export function prepareQuery(
  database: QueryDatabase,
  sql: string,
  reads: (view: ViewName, column: string) => void = () => undefined,
): QueryStatement {
  let refused: Refused | undefined;
  const refuse = (why: Refused) => {
    refused ??= why;
    return 1;
  };
  database.setAuthorizer((action, first, second) => {
    if (action === SELECT || action === RECURSIVE) return 0;
    if (action === FUNCTION)
      return functions.has(second?.toLowerCase() ?? '')
        ? 0
        : refuse(
            new Refused(`the function ${second} cannot be used in a query; ${SEE} lists those that can`),
          );
    if (action !== READ) return refuse(new Refused(ONLY_READS));
    const read = { database, table: first ?? '', column: second ?? '' };
    return mayRead(read, reads) ? 0 : refuse(new NoTable(read.table));
  });
  try {
    const statement = database.prepare(alone(sql));
    if (statement.columns().length === 0) throw new Refused(ONLY_READS);
    return statement;
  } catch (error) {
    throw error instanceof Refused ? error : (refused ?? plainly(error));
  }
}

const SEE = 'docs/query.md';
const ONLY_READS =
  'a query can only read: begin it with SELECT, WITH or VALUES; everything that writes, attaches or sets is refused';

function mayRead(
  { database, table, column }: { database: QueryDatabase; table: string; column: string },
  reads: (view: ViewName, column: string) => void,
): boolean {
  if (tableFunctions.includes(table) || Object.hasOwn(viewAliases, table)) return true;
  // Rows are counted, of a table or of what WITH defines.
  if (!isView(table)) return column === '' && !isBuiltIn(database, table);
  // A row number differs between the stores.
  if (column.toLowerCase() === 'rowid') return false;
  reads(table, column);
  return true;
}

/** Tables that SQLite has by itself. */
const builtIn = new WeakMap<QueryDatabase, ReadonlySet<string>>();

/** Whether this SQLite has a table by itself; which it has differs by its version. @param name in small letters */
export const hasModule = (database: QueryDatabase, name: string): boolean =>
  builtIn.get(database)?.has(name) === true;

function isBuiltIn(database: QueryDatabase, table: string): boolean {
  const name = table.toLowerCase();
  return /^(?:sqlite_|pragma_)/.test(name) || hasModule(database, name);
}

const isView = (name: string): name is ViewName => Object.hasOwn(views, name);

/** Texts in quotes and comments, in which a semicolon ends nothing; a semicolon; else a character. */
const PIECES =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|(--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\s)|(;)|[\s\S]/g;

/** The statement without what may stand around it. @throws Refused for more than one, and for what only explains */
export function alone(sql: string): string {
  let [begin, end, ended] = [-1, 0, false];
  for (const { 0: piece, 1: blank, 2: semicolon, index } of sql.matchAll(PIECES)) {
    if (blank !== undefined) continue;
    if (semicolon !== undefined) {
      ended ||= begin >= 0;
      continue;
    }
    if (ended) throw new Refused('one statement at a time: there is a second one after the semicolon');
    if (begin < 0) begin = index;
    end = index + piece.length;
  }
  const statement = sql.slice(Math.max(begin, 0), end);
  if (!/^(?:select|with|values)\b/i.test(statement)) throw new Refused(ONLY_READS);
  return statement;
}

/** What SQLite says, with what to do next. */
function plainly(error: unknown): Refused {
  const said = error instanceof Error ? error.message : String(error);
  const [, table] = /^no such table: (.*)$/s.exec(said) ?? [];
  if (table !== undefined) return new NoTable(table);
  if (/^no such column/.test(said))
    return new Refused(`${said}; vau query --schema shows the columns of each view`);
  if (/^no such function/.test(said)) return new Refused(`${said}; ${SEE} lists those that can be used`);
  return new Refused(`SQLite cannot read the statement: ${said}`);
}

/**
 * Finds out what a statement reads: makes the views that it misses, one after the other. SQLite does not report the columns by
 * which USING and NATURAL join; the former are in the statement.
 * @returns columns by view
 * @throws Refused
 */
export function columnsRead(database: QueryDatabase, sql: string): Partial<Record<ViewName, string[]>> {
  const made = new Set<ViewName>();
  for (;;) {
    const reported = new Set<string>();
    try {
      prepareQuery(database, sql, (view, column) => reported.add(`${view} ${column}`));
      const words = sql.toLowerCase();
      const isRead = (view: ViewName, column: string) =>
        reported.has(`${view} ${column}`) || words.includes(column) || words.includes('natural');
      return Object.fromEntries(
        [...made].map((view) => [
          view,
          viewColumns(view).flatMap(([name]) => (isRead(view, name) ? [name] : [])),
        ]),
      );
    } catch (error) {
      const named = error instanceof NoTable ? error.table.toLowerCase().replace(/^main\./, '') : '';
      const view = viewAliases[named] ?? named;
      if (!isView(view) || made.has(view)) throw error;
      database.setAuthorizer(null);
      makeTable(database, view);
      makeAliases(database, view);
      made.add(view);
    }
  }
}

/** Bounds what a statement can make, once everything has been copied. */
export function bound(database: QueryDatabase): void {
  database.exec('pragma query_only = on');
  if (!database.limits) return;
  database.limits.length = limits.query.valueBytes;
  database.limits.attach = 0;
}
