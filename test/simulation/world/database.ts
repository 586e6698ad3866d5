/**
 * SQLite for the processes of a day, in place of store/sqlite/sqlite-module.ts: the real one, which a dead process cannot ask.
 * On some days each process has its own connection to SQLite's own files (store-files.ts). On the others all share one whose
 * transaction is the day: it is undone in the evening, and no statement is prepared twice. That takes a quarter of the time.
 */
import {
  loadSqlite as loadReal,
  type NativeDatabase,
  type NativeStatement,
  type SqliteModule,
  type SqliteValue,
} from '../../../src/service/store/sqlite/sqlite-module.ts';
import { isSimulated, type Process, requireAlive, splitPath } from './processes.ts';
import { isStorePath, sharedFile, storeFile } from './store-files.ts';

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

/** A connection to the store, as a process has it. */
interface Connection {
  prepare(sql: string): NativeStatement;
  exec(sql: string): void;
  close(): void;
}

/** Who waits for the lock of another would wait for ever: all are in one thread. Nothing is written back within a day. */
const NOT_HERE = /^\s*pragma (busy_timeout|wal_autocheckpoint|journal_mode)/i;
const NOTHING = 'select 1 where false';

function onFile(file: string): Connection {
  const native = new Real(file, { timeout: 0 });
  if (file === storeFile()) native.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0');
  return {
    prepare: (sql) => native.prepare(NOT_HERE.test(sql) ? NOTHING : sql),
    exec: (sql) => {
      if (!NOT_HERE.test(sql)) native.exec(sql);
    },
    close: () => {
      try {
        // A connection whose statements are still held is not quite closed, and its transaction would go on.
        native.exec('rollback');
      } catch {
        // It was in no transaction.
      }
      native.close();
    },
  };
}

/** The connection of all, and its statements. */
let shared: NativeDatabase | undefined;
const statements = new Map<string, NativeStatement>();
/** Who has the lock for writing. */
let writer: Connection | undefined;
let isShared = false;

const locked = () => Object.assign(new Error('database is locked'), { errcode: 5, code: 'ERR_SQLITE_ERROR' });

function preparedOnce(native: NativeDatabase, sql: string): NativeStatement {
  const known = statements.get(sql);
  if (known) return known;
  const prepared = native.prepare(sql);
  let columns: { readonly name: string }[] | undefined;
  const made: NativeStatement = {
    ...(prepared.setReturnArrays && { setReturnArrays: (on) => prepared.setReturnArrays?.(on) }),
    columns: () => {
      columns ??= prepared.columns();
      return columns;
    },
    all: (...values) => prepared.all(...values),
    iterate: (...values) => prepared.iterate(...values),
    run: (...values) => prepared.run(...values),
  };
  statements.set(sql, made);
  return made;
}

/** A transaction of a process is a savepoint in that of the day. */
function onShared(native: NativeDatabase): Connection {
  const turns: Readonly<Record<string, () => void>> = {
    'begin immediate': () => {
      if (writer) throw locked();
      native.exec('savepoint transaction_of_process');
      writer = own;
    },
    commit: () => {
      native.exec('release transaction_of_process');
      writer = undefined;
    },
    rollback: () => {
      if (writer !== own) throw new Error('cannot rollback - no transaction is active');
      native.exec('rollback to transaction_of_process; release transaction_of_process');
      writer = undefined;
    },
  };
  const own: Connection = {
    prepare: (sql) => {
      const turn = turns[sql];
      if (!turn) return preparedOnce(native, NOT_HERE.test(sql) ? NOTHING : sql);
      const run = () => {
        turn();
        return { changes: 0, lastInsertRowid: 0 };
      };
      return { columns: () => [], all: () => [], iterate: () => [].values(), run };
    },
    exec: (sql) => {
      const turn = turns[sql];
      if (turn) turn();
      else if (!/^\s*pragma/i.test(sql)) native.exec(sql);
    },
    close: () => {
      if (writer === own) turns.rollback?.();
    },
  };
  return own;
}

/** Whether another process is in a transaction that nobody may look into. SQLite sees to that where each has a connection. */
export const isTaken = (own?: object): boolean => writer !== undefined && ownerOf.get(own ?? {}) !== writer;

const ownerOf = new WeakMap<object, Connection>();
let lastAsked: { readonly connection: Connection; readonly process: Process | undefined } | undefined;

/** Remembers the connection behind what the driver has of it. @returns the process that has it */
export function knowOwner(database: { prepare(sql: string): unknown }): Process | undefined {
  database.prepare(NOTHING);
  if (lastAsked) ownerOf.set(database, lastAsked.connection);
  return lastAsked?.process;
}

/** What is open, so that a day can end. */
const openOnes = new Set<Database>();

class Database implements NativeDatabase {
  readonly #connection: Connection;
  readonly #process: Process | undefined;

  constructor(location: string) {
    const { process, rest } = isSimulated(location)
      ? splitPath(location)
      : { process: undefined, rest: location };
    // The lock of the folder is another file; in a day, the simulation starts no second service.
    const file = process === undefined ? rest : isStorePath(rest) ? storeFile() : ':memory:';
    this.#connection = file === storeFile() && isShared && shared ? onShared(shared) : onFile(file);
    this.#process = process;
    openOnes.add(this);
    process?.onDeath.add(() => this.close());
  }

  #ask(): Connection {
    if (this.#process) requireAlive(this.#process);
    // Otherwise a transaction that begins too late is never undone, and all others wait for it.
    if (!openOnes.has(this)) throw new Error('database is not open');
    return this.#connection;
  }

  exec(sql: string): void {
    this.#ask().exec(sql);
  }

  prepare(sql: string): NativeStatement {
    const native = this.#ask().prepare(sql);
    lastAsked = { connection: this.#connection, process: this.#process };
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
        return (shared && isShared ? shared.prepare(sql) : native).iterate(...values);
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
    if (openOnes.delete(this)) this.#connection.close();
  }
}

export const loadSqlite = async (): Promise<SqliteModule> => ({ DatabaseSync: Database });

/** Closes the database for all, as the end of their processes does. */
export function closeStores(): void {
  for (const one of [...openOnes]) one.close();
}

/** Writes the log back into the database. */
export function writeBack(): void {
  const native = new Real(storeFile(), { timeout: 0 });
  native.exec('pragma wal_checkpoint(truncate)');
  native.close();
}

/** What a connection of the store is opened with, besides what belongs to a log: see open-store.ts. */
const SETTINGS = 'pragma foreign_keys = on; pragma trusted_schema = off; pragma recursive_triggers = on;';
const ALONE = 'pragma locking_mode = exclusive; pragma journal_mode = memory; pragma cache_spill = off;';

/** Begins a day on the connection of all, or ends it: nothing of it is left. */
export function shareStore(on: boolean): void {
  if (isShared) shared?.exec('rollback');
  writer = undefined;
  isShared = on;
  if (!on) return;
  if (!shared) {
    shared = new Real(sharedFile(), { timeout: 0 });
    shared.exec(`${ALONE} ${SETTINGS} pragma cache_size = -16000`);
  }
  shared.exec('begin');
}

/** A database to look at from outside, whoever is dead. */
export function openForBooks(): { prepare(sql: string): NativeStatement; close(): void } {
  const native = shared;
  if (native && isShared)
    return { prepare: (sql) => preparedOnce(native, `/* books */ ${sql}`), close: () => undefined };
  return new Real(storeFile(), { timeout: 0 });
}

Object.assign(globalThis, { isSimulatedStoreTaken: isTaken });
