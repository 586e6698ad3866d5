import { setTimeout as sleep } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely';
import { isWrite, needsTransaction } from '../sql/compiled.ts';
import { hasEnded, isBusy, StoreBusy } from '../sql/errors.ts';

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
  readonly database: SqliteDatabase;
  /** See openStore. */
  readonly background?: boolean;
  /** Resolves when everything written before the call is on the disk. Default: SQLite sees to it. */
  readonly onDisk?: (() => Promise<void>) | undefined;
}

class PatientDriver extends SqliteDriver {
  readonly #background: boolean;
  readonly #onDisk: (() => Promise<void>) | undefined;
  #isInTransaction = false;
  #written = false;
  /** Number of queries and transactions that hold the connection or wait for it. */
  #users = 0;
  // By a clock that nobody sets: with the clock on the wall set back, a rest would last for as long.
  #begunAt = 0;
  #restUntil = 0;

  constructor(config: StoreDialectConfig) {
    super({ ...config, onCreateConnection: async (made) => this.#attend(made) });
    this.#background = config.background === true;
    this.#onDisk = config.onDisk;
  }

  /** Whether nobody holds the connection. */
  get isFree(): boolean {
    return this.#users === 0;
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

  /**
   * Whoever wrote waits here until it is on the disk, without the connection: others read and write meanwhile, and what
   * they write gets there with the next wait.
   */
  override releaseConnection(): Promise<void> {
    this.#users -= 1;
    const written = this.#written;
    this.#written = false;
    const released = super.releaseConnection();
    return written && this.#onDisk ? released.then(this.#onDisk) : released;
  }

  async #withPatience(acquired: Promise<DatabaseConnection>): Promise<DatabaseConnection> {
    let gaveUp = false;
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        gaveUp = true;
        reject(
          new StoreBusy('the store stayed busy; inside a transaction, use its handle and not the outer one'),
        );
      }, PATIENCE_MS);
    });
    void acquired.then(() => (gaveUp ? this.releaseConnection() : clearTimeout(timer)));
    return Promise.race([acquired, tooLong]);
  }

  /** While another process writes, the connection is free for reads. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const rest = this.#restUntil - performance.now();
    if (rest > 0) await this.#standAside(rest);
    const giveUpAt = performance.now() + BUSY_MS;
    while (!(await this.#begins(connection, giveUpAt)))
      await this.#standAside(1 + Math.random() * (STEP_MS - 1));
    this.#begunAt = performance.now();
    this.#isInTransaction = true;
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection);
    this.#isInTransaction = false;
    this.#rest();
  }

  /** SQLite rolls back by itself when the disk is full or fails: the error that did it is the one to report. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    this.#isInTransaction = false;
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
    const now = performance.now();
    if (this.#background && now - this.#begunAt >= LONG_MS) this.#restUntil = now + REST_MS;
  }

  /**
   * Watches the writes of the connection, and gives a single one a transaction: as such it would wait for other processes
   * on the event loop, and one that returns rows is not reset by the package when it finds the store busy; the connection
   * then reads an old state for ever.
   */
  #attend(connection: DatabaseConnection): void {
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
      if (!isWrite(query)) return execute<R>(query);
      const write = () => {
        this.#written = true;
        return execute<R>(query);
      };
      return this.#isInTransaction || !needsTransaction(query) ? write() : this.#alone(connection, write);
    };
  }

  async #alone<Result>(connection: DatabaseConnection, write: () => Promise<Result>): Promise<Result> {
    await this.beginTransaction(connection);
    try {
      const result = await write();
      await this.commitTransaction(connection);
      return result;
    } catch (error) {
      await this.rollbackTransaction(connection);
      throw error;
    }
  }

  async #standAside(ms: number): Promise<void> {
    await super.releaseConnection();
    await sleep(ms);
    await super.acquireConnection();
  }

  /** SQLite's own busy timeout would block the event loop while another process writes. Reads keep it. */
  async #begins(connection: DatabaseConnection, giveUpAt: number): Promise<boolean> {
    await connection.executeQuery(CompiledQuery.raw('pragma busy_timeout = 0'));
    try {
      await super.beginTransaction(connection);
      return true;
    } catch (error) {
      if (!isBusy(error) || performance.now() > giveUpAt) throw error;
      return false;
    } finally {
      await connection.executeQuery(CompiledQuery.raw(`pragma busy_timeout = ${BUSY_MS}`));
    }
  }
}

/** Kysely's SQLite dialect with that driver. */
export class StoreDialect extends SqliteDialect {
  readonly #settings: StoreDialectConfig;
  #driver: PatientDriver | undefined;

  constructor(settings: StoreDialectConfig) {
    super(settings);
    this.#settings = settings;
  }

  override createDriver(): PatientDriver {
    this.#driver = new PatientDriver(this.#settings);
    return this.#driver;
  }

  /** Reads rows at once; undefined while the connection is taken. */
  readNow(sql: string, parameters: readonly unknown[]): unknown[] | undefined {
    return this.#driver?.isFree ? this.#settings.database.prepare(sql).all(parameters) : undefined;
  }
}
