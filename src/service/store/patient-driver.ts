import { setTimeout as sleep } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely';
import { hasEnded, isBusy } from './violations.ts';

/** Milliseconds a writer waits for another process's transaction. Ours take a few. */
export const BUSY_MS = 15_000;

/** After waiting this long for our own connection, in milliseconds, it must be a deadlock. */
const PATIENCE_MS = 10_000;

/** Longest time between two attempts to begin a transaction while another process writes, in milliseconds. */
const STEP_MS = 3;

/** A background process leaves the write lock alone for this long after a long transaction: others try in between. */
const REST_MS = 2 * STEP_MS;

/** A transaction of at least this length is a long one, in milliseconds. */
const LONG_MS = 3;

export interface StoreDialectConfig extends SqliteDialectConfig {
  /** See openStore. */
  readonly background?: boolean;
}

class PatientDriver extends SqliteDriver {
  /** Number of queries and transactions that hold the connection or wait for it. */
  #users = 0;
  readonly #background: boolean;
  #begunAt = 0;
  #restUntil = 0;

  constructor(config: StoreDialectConfig) {
    super(config);
    this.#background = config.background === true;
  }

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
    const rest = this.#restUntil - Date.now();
    if (rest > 0) await sleep(rest);
    const giveUpAt = Date.now() + BUSY_MS;
    await connection.executeQuery(CompiledQuery.raw('pragma busy_timeout = 0'));
    try {
      while (!(await this.#begins(connection, giveUpAt))) await sleep(1 + Math.random() * (STEP_MS - 1));
      this.#begunAt = Date.now();
    } finally {
      await connection.executeQuery(CompiledQuery.raw(`pragma busy_timeout = ${BUSY_MS}`));
    }
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection);
    this.#rest();
  }

  /** SQLite rolls back by itself when the disk is full or fails: the error that did it is the one to report. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection);
    } catch (error) {
      if (!hasEnded(error)) throw error;
    }
    this.#rest();
  }

  /**
   * SQLite gives the write lock to whoever asks first. A job that writes one piece after the other asks again at once, and
   * a small write of the server would wait until all of it is done.
   */
  #rest(): void {
    const now = Date.now();
    if (this.#background && now - this.#begunAt >= LONG_MS) this.#restUntil = now + REST_MS;
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
  readonly #settings: StoreDialectConfig;

  constructor(settings: StoreDialectConfig) {
    super(settings);
    this.#settings = settings;
  }

  override createDriver(): PatientDriver {
    return new PatientDriver(this.#settings);
  }
}
