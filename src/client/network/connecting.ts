/** What both ways of sending a request have in common: requests, responses, timeouts, certificates, bounds. */
import type { Deadline } from '../deadline.ts';
import type { OnData } from './body.ts';

export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  /** Text, or the chunks of an upload; then the headers contain `content-length`. */
  readonly body?: string | AsyncIterable<Uint8Array>;
  readonly signal?: AbortSignal;
  /** Called with the data of each event of a response that is a stream of events; its body is then empty. */
  readonly onData?: OnData | undefined;
}

/** A response whose body is still to be read. */
export interface Opened {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Sends requests to one service, over connections that are used again. */
export interface Asker {
  /** @returns when the headers of the response are there */
  ask(request: Exchange, time: Deadline): Promise<Opened>;
  close(): Promise<void>;
}

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
