/** What both ways of sending a request have in common: timeouts, certificates, bounds. */

export interface Timeouts {
  /** Connection timeout, in ms. */
  readonly connect: number;
  /** Timeout for the response to start, and between its chunks, in ms. A deep search may take minutes. */
  readonly answer: number;
  /** Total timeout from the end of the request to the end of the response, in ms. */
  readonly total: number;
}

export const defaultTimeouts: Timeouts = { connect: 10_000, answer: 300_000, total: 900_000 };

/** More interim responses than this come from a service that never finishes. */
export const mostInterim = 100;

/** A `ca` option replaces Node's own list, so add that list again. @param ca certificates to trust as well, as PEM text */
export async function trusted(ca: string): Promise<string[]> {
  const { rootCertificates } = await import('node:tls');
  return [...rootCertificates, ca];
}
