import { type DatabaseConnection, SqliteDialect, type SqliteDialectConfig, SqliteDriver } from 'kysely';

/** Transactions take milliseconds; who waits this long for the connection waits for itself. */
const PATIENCE_MS = 10_000;

/**
 * The store has one connection, and a transaction holds it. A query through the outer handle inside a transaction
 * would wait for ever; here it fails with an error that says so.
 */
class PatientDriver extends SqliteDriver {
  override async acquireConnection(): Promise<DatabaseConnection> {
    const acquired = super.acquireConnection();
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
    void acquired.then(() => (gaveUp ? super.releaseConnection() : clearTimeout(timer)));
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
