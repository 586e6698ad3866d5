import type { Compilable, CompiledQuery } from 'kysely';
import { type Engine, engineOf } from './engine.ts';
import type { Db } from './schema.ts';

/** SQL by hand that only reads, or says how a transaction goes on. */
const HARMLESS =
  /^\s*(?:select|pragma|explain|values|begin|commit|rollback|savepoint|release|with\b(?![\s\S]*\b(?:insert|update|delete)\b))/i;

const CHANGES_ROWS = /^\s*(?:insert|update|delete|replace|with)\b/i;

/** Whether a statement may change the store. */
export function isWrite({ query: { kind }, sql }: CompiledQuery): boolean {
  return kind !== 'SelectQueryNode' && !HARMLESS.test(sql);
}

/** Whether a write should have a transaction. Statements such as VACUUM cannot. */
export function needsTransaction({ sql }: CompiledQuery): boolean {
  return CHANGES_ROWS.test(sql);
}

/** Stands for a value while a query is compiled. */
class Slot {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/**
 * Reads rows at once, on the event loop.
 * @returns undefined while the connection is taken: a transaction may hold it, and its rows are not for others
 */
export type ReadNow = (sql: string, parameters: readonly unknown[]) => unknown[] | undefined;

const readers = new WeakMap<Db, ReadNow>();

/** Lets the compiled queries of a store read at once. Kysely's way to a free connection takes longer than a small read. */
export function readAtOnce(db: Db, read: ReadNow): void {
  readers.set(db, read);
}

/** Reads rows from a server. */
export type Read = (query: CompiledQuery) => Promise<unknown[]>;

const servers = new WeakMap<Db, Read>();

/** Lets the compiled queries of a store on a server go to its driver at once, for the same reason. */
export function readFromServer(db: Db, read: Read): void {
  servers.set(db, read);
}

/**
 * A query that is compiled once, for what nearly every request asks. Kysely takes several times as long to build and
 * compile a small query as SQLite takes to answer it.
 * @param build makes the query. It is called once, so it must not look at the values, only put each into the query as a
 * whole
 * @returns the query as a function of its values
 */
export function compiledOnce<Values extends readonly unknown[], Row>(
  build: (db: Db, ...values: Values) => Compilable<Row>,
): (db: Db, ...values: Values) => Promise<Row[]> {
  const forms = new Map<Engine, CompiledQuery<Row>>();
  return async (db, ...values) => {
    const readNow = readers.get(db);
    const engine = readNow ? 'sqlite' : engineOf(db);
    let compiled = forms.get(engine);
    if (!compiled) {
      compiled = build(db, ...(values.map((_, index) => new Slot(index)) as unknown as Values)).compile();
      forms.set(engine, compiled);
    }
    const parameters = compiled.parameters.map((one) => (one instanceof Slot ? values[one.index] : one));
    const { query, queryId, sql } = compiled;
    const read = query.kind === 'SelectQueryNode' ? readNow?.(sql, parameters) : undefined;
    if (read) return read as Row[];
    const fromServer = query.kind === 'SelectQueryNode' ? servers.get(db) : undefined;
    if (fromServer) return (await fromServer({ query, queryId, sql, parameters })) as Row[];
    return (await db.executeQuery<Row>({ query, queryId, sql, parameters })).rows;
  };
}
