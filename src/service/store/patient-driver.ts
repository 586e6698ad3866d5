import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely';
import { isBusy } from './violations.ts';

/** Milliseconds a writer waits for another process's transaction. Ours take a few. */
export const BUSY_MS = 15_000;

/** After waiting this long for our own connection, in milliseconds, it must be a deadlock. */
const PATIENCE_MS = 10_000;

/**
 * Waits for another process's transaction without blocking the event loop, as SQLite's own timeout would. Open the
 * database without one.
 */
class PatientConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  /** Only the beginning of a transaction and single statements can find the store busy, so trying again is safe. */
  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    let giveUpAt: number | undefined;
    for (;;)
      try {
        return await this.#connection.executeQuery<Row>(query);
      } catch (error) {
        giveUpAt ??= Date.now() + BUSY_MS;
        if (!isBusy(error) || Date.now() > giveUpAt) throw error;
        await sleep(1 + Math.random() * 10);
      }
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.#connection.streamQuery<Row>(query, chunkSize);
  }
}

class PatientDriver extends SqliteDriver {
  #connection: PatientConnection | undefined;

  /** Number of queries and transactions that hold the connection or wait for it. */
  #users = 0;

  /**
   * The store has one connection, and a transaction holds it. A query through the outer handle inside a transaction
   * would wait forever; here it fails with an error that says so.
   */
  override acquireConnection(): Promise<DatabaseConnection> {
    this.#users += 1;
    const acquired = this.#acquire();
    // A timer for each query would take as long as a small query.
    return this.#users === 1 ? acquired : this.#withPatience(acquired);
  }

  async #acquire(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    // There is only one.
    this.#connection ??= new PatientConnection(connection);
    return this.#connection;
  }

  override releaseConnection(): Promise<void> {
    this.#users -= 1;
    return super.releaseConnection();
  }

  async #withPatience(acquired: Promise<DatabaseConnection>): Promise<DatabaseConnection> {
    let gaveUp = false;
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        gaveUp = true;
        reject(
          new Error('the store stayed busy; inside a transaction, use its handle and not the outer one'),
        );
      }, PATIENCE_MS);
    });
    void acquired.then(() => (gaveUp ? this.releaseConnection() : clearTimeout(timer)));
    return Promise.race([acquired, tooLong]);
  }
}

/** Kysely's SQLite dialect with that driver. */
export class StoreDialect extends SqliteDialect {
  readonly #settings: SqliteDialectConfig;

  constructor(settings: SqliteDialectConfig) {
    super(settings);
    this.#settings = settings;
  }

  override createDriver(): PatientDriver {
    return new PatientDriver(this.#settings);
  }
}
