/** SQLite for the processes of a day, in place of store/sqlite/sqlite-module.ts: the real one, which a dead process cannot ask. */
import { loadSqlite as loadReal } from '../../../src/service/store/sqlite/sqlite-module.ts';
import type {
  NativeDatabase,
  NativeStatement,
  SqliteModule,
  SqliteValue,
} from '../../../src/service/store/sqlite/sqlite-module.ts';
import { isSimulated, type Process, requireAlive, splitPath } from './processes.ts';
import { isStorePath, storeFile } from './store-files.ts';

const { DatabaseSync: Real } = await loadReal();

/** Called after each transaction of anybody. */
let onCommit: () => void = () => undefined;

export function watchCommits(called: () => void): void {
  onCommit = called;
}

/** The tables that are looked at after each transaction. */
const BOOKED =
  /^\s*(?:with\b[\s\S]*)?(?:insert|update|delete)[\s\S]*?\b"?(?:ledger|accounts|events|webhook_deliveries|files|find_moments_runs|moments)"?\s/i;

let changed = false;

/** Whether one of them was changed since it was asked last. */
export function takeChanged(): boolean {
  const was = changed;
  changed = false;
  return was;
}

/** Who waits for the lock of another would wait for ever: all are in one thread. Nothing is written back within a day. */
const NOT_HERE = /^\s*pragma (busy_timeout|wal_autocheckpoint|journal_mode)/i;

class Database implements NativeDatabase {
  readonly #native: NativeDatabase;
  readonly #process: Process | undefined;

  constructor(location: string) {
    const { process, rest } = isSimulated(location)
      ? splitPath(location)
      : { process: undefined, rest: location };
    // The lock of the folder is another file; in a day, the simulation starts no second service.
    const file = process === undefined ? rest : isStorePath(rest) ? storeFile : ':memory:';
    this.#native = new Real(file, { timeout: 0 });
    this.#process = process;
    if (file === storeFile) this.#native.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0');
    openOnes.add(this);
    process?.onDeath.add(() => this.close());
  }

  #ask(): NativeDatabase {
    if (this.#process) requireAlive(this.#process);
    return this.#native;
  }

  exec(sql: string): void {
    if (this.#process && NOT_HERE.test(sql)) return;
    this.#ask().exec(sql);
  }

  prepare(sql: string): NativeStatement {
    const given = this.#process && NOT_HERE.test(sql) ? 'select 1 where false' : sql;
    const native = this.#ask().prepare(given);
    const commits = sql === 'commit';
    const books = BOOKED.test(sql);
    const note = () => {
      this.#ask();
      changed ||= books;
    };
    return {
      columns: () => native.columns(),
      ...(native.setReturnArrays && { setReturnArrays: (on: boolean) => native.setReturnArrays?.(on) }),
      all: (...values: SqliteValue[]) => {
        note();
        return native.all(...values);
      },
      iterate: (...values: SqliteValue[]) => {
        this.#ask();
        return native.iterate(...values);
      },
      run: (...values: SqliteValue[]) => {
        note();
        const done = native.run(...values);
        if (commits) onCommit();
        return done;
      },
    };
  }

  close(): void {
    if (!openOnes.delete(this)) return;
    try {
      // A connection whose statements are still held is not quite closed, and its transaction would go on.
      this.#native.exec('rollback');
    } catch {
      // It was in no transaction.
    }
    this.#native.close();
  }
}

export const loadSqlite = async (): Promise<SqliteModule> => ({ DatabaseSync: Database });

/** What is open, so that a day can end. */
const openOnes = new Set<Database>();

/** Closes the database for all, as the end of their processes does. */
export function closeStores(): void {
  for (const one of openOnes) one.close();
  openOnes.clear();
}

/** Writes the log back into the database. */
export function writeBack(): void {
  const native = new Real(storeFile, { timeout: 0 });
  native.exec('pragma wal_checkpoint(truncate)');
  native.close();
}

/** A database to look at from outside, whoever is dead. */
export const openForBooks = (): NativeDatabase => new Real(storeFile, { timeout: 0 });
