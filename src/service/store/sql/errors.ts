import { isDiskFull } from '../../errors.ts';

/** Whether an error has this code of PostgreSQL's: 23505 is a unique violation, 55P03 a lock that was waited for too long. */
function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** SQLite's extended result codes for a unique index and a primary key. */
const UNIQUE = new Set([2067, 1555]);
const BUSY = 5;
const CORRUPT = 11;
const NOT_A_DATABASE = 26;

/** Whether the store refused a row because of a unique constraint: respond with 409, or retry. */
export function isUniqueViolation(error: unknown): boolean {
  return UNIQUE.has(codeOf(error)) || isCode(error, '23505');
}

/** The connection of this process was taken for too long: by a transaction that waits for itself, or on a busy machine. */
export class StoreBusy extends Error {
  override readonly name = 'StoreBusy';
}

/** Whether another connection held the lock for too long. The low byte of an extended code is the plain code. */
export function isBusy(error: unknown): boolean {
  return error instanceof StoreBusy || (codeOf(error) & 0xff) === BUSY || isCode(error, '55P03');
}

/** This program must not open this store; the message says why and what to do. */
export class StoreRefused extends Error {
  override readonly name = 'StoreRefused';
}

/** The server is not there, or went away: what was asked may succeed later. */
export class StoreUnreachable extends Error {
  override readonly name = 'StoreUnreachable';
  constructor(cause: unknown) {
    const reason =
      cause instanceof Error ? cause.message || ('code' in cause ? String(cause.code) : '') : String(cause);
    super(`the PostgreSQL server cannot be reached: ${reason}`, { cause });
  }
}

/** Whether the store is busy, full or away, itself or as the cause of this error: that passes, and is nobody's fault. */
export function isPassing(error: unknown): boolean {
  if (isBusy(error) || error instanceof StoreUnreachable || isDiskFull(error)) return true;
  return error instanceof Error && error.cause !== undefined && isPassing(error.cause);
}

/** Whether a file is damaged, or not a SQLite file at all. */
export function isDamaged(error: unknown): boolean {
  const code = codeOf(error) & 0xff;
  return code === NOT_A_DATABASE || code === CORRUPT;
}

/** Whether a rollback found no transaction. */
export function hasEnded(error: unknown): boolean {
  return error instanceof Error && /no transaction is active/.test(error.message);
}

function codeOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;
}
