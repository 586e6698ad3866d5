import { setTimeout as sleep } from 'node:timers/promises';
import type {
  CompiledQuery,
  DatabaseConnection,
  Driver,
  IsolationLevel,
  QueryResult,
  TransactionSettings,
} from 'kysely';
import type { PoolClient } from 'pg';
import { isWrite, needsTransaction } from '../sql/compiled.ts';
import { StoreUnreachable } from '../sql/errors.ts';
import type { OnHindrance } from '../store.ts';
import type { Connections } from './connections.ts';
import { hindranceOf, isOutdatedPlan, isUnreachable } from './errors.ts';
import { ask, type ParserOf, type Sent } from './statement.ts';
import { type beginOf, currentTry, noteRefusal, type Try, untilDone } from './transactions.ts';
import { bindable } from './values.ts';

/** Statements that a connection keeps prepared. The service and its workers send some 600 different ones. */
const MOST = 1_000;

/** Texts to remember that came once. */
const MOST_SEEN = 2_000;

/** Longer texts are mostly lists of values, which seldom come twice with the same length. In characters. */
const LONGEST_SQL = 8_192;

/** @returns the name under which a statement stays prepared; undefined: it is prepared for this once */
type NameOf = (sql: string) => string | undefined;

/**
 * Names statements, so that the server parses and plans each of them once for a connection: for a small one, that takes
 * several times as long as to run it. A text gets a name when it comes for the second time. The number of names is bounded,
 * because a connection keeps what it has prepared until it ends.
 */
export function nameStatements(): NameOf {
  const names = new Map<string, string>();
  const seen = new Set<string>();
  return (sql) => {
    const known = names.get(sql);
    if (known !== undefined || names.size === MOST || sql.length > LONGEST_SQL) return known;
    if (!seen.delete(sql)) {
      if (seen.size === MOST_SEEN) seen.clear();
      seen.add(sql);
      return undefined;
    }
    const name = `vau_${names.size}`;
    names.set(sql, name);
    return name;
  };
}

/** A server that restarts is back after some seconds: until then, in milliseconds, a connection is tried again. */
const PATIENCE_MS = 20_000;
const STEP_MS = 250;

/**
 * Ends a transaction that wrote. Whoever waits for the disk does so without its locks, together with others: the commit itself
 * does not wait, and the message after it gets to the disk no earlier. As in SQLite, others can read meanwhile what a
 * crash would take back; nobody is told that it was written.
 */
const COMMIT = "set local synchronous_commit = off; commit; select pg_logical_emit_message(true, 'vau', '')";

/** Connections of a pool. How their transactions go side by side with others: see transactions.ts. */
export class ServerDriver implements Driver {
  readonly #connections: Connections;
  readonly #manner: Manner;
  readonly #signal = new AbortController();

  constructor(connections: Connections, manner: Omit<Manner, 'nameOf'>) {
    this.#connections = connections;
    this.#manner = { ...manner, nameOf: nameStatements() };
  }

  async init(): Promise<void> {
    // The pool connects when it is first asked.
  }

  async acquireConnection(): Promise<ServerConnection> {
    const connect = () => this.#connect();
    const give = (client: PoolClient, isBroken: boolean) => this.#connections.give(client, isBroken);
    const client = this.#connections.takeNow() ?? (await connect());
    return new ServerConnection(client, { connect, give }, this.#manner);
  }

  /** Reads the rows of a query outside of transactions. */
  async read(query: CompiledQuery): Promise<unknown[]> {
    const client = this.#connections.takeNow();
    return (client && (await this.#readAtOnce(client, query))) ?? this.#readPatiently(query);
  }

  /** Most reads find a connection at hand that is not broken: what those need who do not takes as long as a small read. */
  async #readAtOnce(client: PoolClient, query: CompiledQuery): Promise<unknown[] | undefined> {
    let isBroken = false;
    try {
      return (await ask(client, sentOf(query, this.#manner))).rows;
    } catch (error) {
      isBroken = isLoss(error);
      note(this.#manner, error);
      if (!isBroken) throw error;
      this.#manner.onHindrance?.('retry');
      return undefined;
    } finally {
      this.#connections.give(client, isBroken);
    }
  }

  async #readPatiently(query: CompiledQuery): Promise<unknown[]> {
    const connection = await this.acquireConnection();
    try {
      return (await connection.executeQuery(query)).rows;
    } finally {
      connection.release();
    }
  }

  async #connect(): Promise<PoolClient> {
    const giveUpAt = performance.now() + PATIENCE_MS;
    for (;;) {
      try {
        return await this.#connections.take();
      } catch (error) {
        if (!isUnreachable(error)) throw error;
        if (performance.now() > giveUpAt) throw new StoreUnreachable(error);
        await sleep(STEP_MS, undefined, { signal: this.#signal.signal });
      }
    }
  }

  beginTransaction(connection: ServerConnection, { isolationLevel }: TransactionSettings): Promise<void> {
    return connection.begin(isolationLevel);
  }

  commitTransaction(connection: ServerConnection): Promise<void> {
    return connection.end('commit');
  }

  rollbackTransaction(connection: ServerConnection): Promise<void> {
    return connection.end('rollback');
  }

  async releaseConnection(connection: ServerConnection): Promise<void> {
    connection.release();
  }

  async destroy(): Promise<void> {
    this.#signal.abort();
    await this.#connections.end();
  }
}

/** How a connection talks to the server. */
interface Manner {
  /** What begins a transaction: see transactions.ts. */
  readonly begin: typeof beginOf;
  readonly nameOf: NameOf;
  readonly parserOf: ParserOf;
  readonly onHindrance?: OnHindrance | undefined;
}

function note({ onHindrance }: Manner, error: unknown): void {
  const what = hindranceOf(error);
  if (what) onHindrance?.(what);
}

/** A statement with its values, as it is sent. */
function sentOf({ sql, parameters }: CompiledQuery, { nameOf, parserOf }: Manner): Sent {
  return { text: sql, values: parameters.map(bindable), name: nameOf(sql) ?? '', parserOf };
}

/** Whether a connection is of no use any more. */
function isLoss(error: unknown): boolean {
  // Another program has changed the tables: what this connection has prepared does not fit them any more.
  return isUnreachable(error) || isOutdatedPlan(error);
}

/** Where a connection comes from and goes. */
interface Source {
  connect(): Promise<PoolClient>;
  give(client: PoolClient, isBroken: boolean): void;
}

/** How often something is tried again on another connection: each of a pool may have broken unnoticed. */
const MOST_TRIES = 20;

class ServerConnection implements DatabaseConnection {
  #client: PoolClient;
  readonly #source: Source;
  readonly #manner: Manner;
  #isInTransaction = false;
  #hasWritten = false;
  #isLost = false;
  #isReleased = false;
  #try: Try | undefined;

  constructor(client: PoolClient, source: Source, manner: Manner) {
    this.#client = client;
    this.#source = source;
    this.#manner = manner;
  }

  async begin(isolation?: IsolationLevel): Promise<void> {
    this.#try = currentTry();
    await this.#again(() => this.#tell(this.#manner.begin(isolation, this.#try?.manner)));
    this.#isInTransaction = true;
    this.#hasWritten = false;
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    this.#isInTransaction = false;
    // The server has rolled back what a lost connection did.
    if (this.#isLost && how === 'rollback') return;
    const ended = await this.#tell(how === 'commit' && this.#hasWritten ? COMMIT : how);
    if (how === 'commit' && [ended].flat().some(({ command }) => command === 'ROLLBACK'))
      throw new Error('the transaction was rolled back: one of its statements had failed');
  }

  release(): void {
    if (!this.#isReleased) this.#source.give(this.#client, this.#isLost || this.#isInTransaction);
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#isInTransaction) {
      this.#hasWritten ||= isWrite(query);
      return this.#run<Row>(query);
    }
    if (!isWrite(query)) return this.#again(() => this.#run<Row>(query));
    if (!needsTransaction(query)) return this.#run<Row>(query);
    return untilDone(() => this.#singly<Row>(query), this.#manner.onHindrance);
  }

  /** A write outside of a transaction gets one of its own. */
  async #singly<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    await this.begin();
    this.#hasWritten = true;
    try {
      const result = await this.#run<Row>(query);
      await this.end('commit');
      return result;
    } catch (error) {
      await this.end('rollback');
      throw error;
    }
  }

  /** Does what changes nothing until it has succeeded, again on another connection if this one turns out to be broken. */
  async #again<Result>(action: () => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await action();
      } catch (error) {
        if (!this.#isLost || tries === MOST_TRIES) throw error;
        this.#manner.onHindrance?.('retry');
        this.#source.give(this.#client, true);
        this.#isReleased = true;
        this.#client = await this.#source.connect();
        [this.#isReleased, this.#isLost] = [false, false];
      }
    }
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query);
  }

  async #run<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const sent = sentOf(query, this.#manner);
    const { command, rowCount, rows } = await this.#attempt(() => ask(this.#client, sent));
    const changes = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE';
    return { rows: rows as Row[], ...(changes && { numAffectedRows: BigInt(rowCount) }) };
  }

  /** Sends statements without values, with which a transaction begins or ends. */
  #tell(text: string) {
    return this.#attempt(() => this.#client.query(text));
  }

  async #attempt<Result>(action: () => Promise<Result>): Promise<Result> {
    try {
      return await action();
    } catch (error) {
      note(this.#manner, error);
      noteRefusal(this.#try, error);
      if (!isLoss(error)) throw error;
      this.#isLost = true;
      throw new StoreUnreachable(error);
    }
  }
}
