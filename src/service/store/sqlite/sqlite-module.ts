/** The part of node:sqlite that we use; the package has the same interface. */
export interface SqliteModule {
  readonly DatabaseSync: new (location: string, options: { timeout: number }) => NativeDatabase;
}

export interface NativeDatabase {
  exec(sql: string): void;
  prepare(sql: string): NativeStatement;
  close(): void;
}

export type SqliteValue = null | number | bigint | string | Uint8Array;

export interface NativeStatement {
  columns(): { readonly name: string }[];
  /** Makes each row an array instead of an object with a property for each column. */
  setReturnArrays?(enabled: boolean): void;
  all(...values: SqliteValue[]): unknown[];
  iterate(...values: SqliteValue[]): IterableIterator<unknown>;
  run(...values: SqliteValue[]): { changes: number | bigint; lastInsertRowid: number | bigint };
}

/** The optional packages of the service are not installed. */
class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

let loaded: Promise<SqliteModule> | undefined;

/** Node's own SQLite if it supports what we use (FTS5, columns), otherwise the package. */
export function loadSqlite(): Promise<SqliteModule> {
  loaded ??= Promise.resolve(builtIn() ?? fromPackage());
  return loaded;
}

function builtIn(): SqliteModule | undefined {
  return quietly(() => {
    const module = process.getBuiltinModule?.('node:sqlite') as SqliteModule | undefined;
    return module && isComplete(module) ? module : undefined;
  });
}

/** Suppresses Node's warning that its SQLite is experimental. */
function quietly<T>(work: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return work();
  } finally {
    process.emitWarning = emitWarning;
  }
}

function isComplete({ DatabaseSync }: SqliteModule): boolean {
  const database = new DatabaseSync(':memory:', { timeout: 0 });
  try {
    database.exec('create virtual table words using fts5(word)');
    return database.prepare('select word from words').columns().length === 1;
  } catch {
    return false;
  } finally {
    database.close();
  }
}

async function fromPackage(): Promise<SqliteModule> {
  try {
    return await import('@photostructure/sqlite');
  } catch (cause) {
    throw new StoreUnavailable(
      'vau serve keeps its data in SQLite, which is in the optional packages, and these are not installed. ' +
        'Reinstall vau without --omit=optional (npm install -g vau-cli, or the archive it came from), or run it with Node 24 or newer.',
      { cause },
    );
  }
}
