import { setTimeout as sleep } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely';
import { isBusy } from './violations.ts';

/** Milliseconds a writer waits for another process's transaction. Ours take a few. */
export const BUSY_MS = 15_000;

/** After waiting this long for our own connection, in milliseconds, it must be a deadlock. */
const PATIENCE_MS = 10_000;

class PatientDriver extends SqliteDriver {
  /** Number of queries and transactions that hold the connection or wait for it. */
  #users = 0;

  /**
   * The store has one connection, and a transaction holds it. A query through the outer handle inside a transaction
   * would wait forever; here it fails with an error that says so.
   */
  override acquireConnection(): Promise<DatabaseConnection> {
    this.#users += 1;
    const acquired = super.acquireConnection();
    // A timer for each query would take as long as a small query.
    return this.#users === 1 ? acquired : this.#withPatience(acquired);
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

  /**
   * SQLite's own busy timeout would block the event loop while another process writes. Other statements keep it: one that
   * returns rows and finds the store busy is not reset by the package, and the connection then reads an old state for
   * ever.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const giveUpAt = Date.now() + BUSY_MS;
    await connection.executeQuery(CompiledQuery.raw('pragma busy_timeout = 0'));
    try {
      while (!(await this.#begins(connection, giveUpAt))) await sleep(1 + Math.random() * 10);
    } finally {
      await connection.executeQuery(CompiledQuery.raw(`pragma busy_timeout = ${BUSY_MS}`));
    }
  }

  async #begins(connection: DatabaseConnection, giveUpAt: number): Promise<boolean> {
    try {
      await super.beginTransaction(connection);
      return true;
    } catch (error) {
      if (!isBusy(error) || Date.now() > giveUpAt) throw error;
      return false;
    }
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
