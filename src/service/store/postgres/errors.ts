import { StoreUnreachable } from '../sql/errors.ts';
import type { Hindrance } from '../store.ts';

/** The server ends, has ended or begins: 57P01, 57P02, 57P03. */
const SERVER_GONE = /^57P0[1-3]$/;

/** A prepared statement would give other columns than before. Its code, 0A000, stands for more than that. */
export function isOutdatedPlan(error: unknown): boolean {
  return error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery';
}

/** The system could not connect, or the connection broke. */
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH']);

/** PostgreSQL's or the system's code of an error; empty if it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

const HINDRANCES = new Map<string, Hindrance>([
  ['40P01', 'deadlock'],
  ['40001', 'serialization failure'],
  ['55P03', 'lock timeout'],
]);

/** What hindered a statement; undefined if it was at fault itself. */
export function hindranceOf(error: unknown): Hindrance | undefined {
  return HINDRANCES.get(codeOf(error));
}

/** Whether no connection can be made now, but perhaps a little later. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof StoreUnreachable) return true;
  return SERVER_GONE.test(codeOf(error)) || NETWORK.has(codeOf(error)) || hasEnded(error);
}

/** What the driver says then; it gives no code. */
const LOST =
  /Connection terminated|not queryable|connection error|timeout exceeded when trying to connect|timeout expired/i;

/** How the driver says that the connection broke. */
function hasEnded(error: unknown): boolean {
  return error instanceof Error && LOST.test(error.message);
}
