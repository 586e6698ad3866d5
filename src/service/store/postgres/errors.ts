/** The server ends, has ended or begins: 57P01, 57P02, 57P03. */
const SERVER_GONE = /^57P0[1-3]$/;

/** The system could not connect, or the connection broke. */
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH']);

/** PostgreSQL's or the system's code of an error; empty if it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Whether no connection can be made now, but perhaps a little later. */
export function isUnreachable(error: unknown): boolean {
  return SERVER_GONE.test(codeOf(error)) || NETWORK.has(codeOf(error)) || hasEnded(error);
}

/** Whether the connection is of no more use. */
export function isLost(error: unknown): boolean {
  return isUnreachable(error);
}

/** How the driver says that the connection broke. */
function hasEnded(error: unknown): boolean {
  return (
    error instanceof Error && /Connection terminated|not queryable|connection error/i.test(error.message)
  );
}
