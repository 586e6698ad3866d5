/**
 * Requests to servers with models: a body comes in and is sent within bounds of time, tries and size; the reply goes
 * out, or an error of errors.ts that says why there is none.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import type { TranscriptionEndpoint } from '../../../context/speech-settings.ts';
import { messageOf, ServiceError } from '../../../errors.ts';
import { outgoing } from '../../../net/outgoing.ts';
import { EndpointBusy, EndpointOverflow, EndpointRefused, EndpointTimedOut } from './errors.ts';

/** A request body for an endpoint. */
export interface EndpointBody {
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** A server's response, whatever its status. */
export interface Reply {
  readonly status: number;
  readonly body: string;
}

/** How long to try, and how much to read. */
export interface Bounds {
  /** Maximum number of attempts. */
  readonly tries: number;
  /** Longest delay before another attempt, in milliseconds; a longer Retry-After ends the attempts. */
  readonly longestWaitMs: number;
  /** Maximum size of a response, in bytes. */
  readonly responseBytes: number;
}

/** For work in the background. An hour of dense words with times is about 5 MB; a chunk is at most ten minutes. */
const PATIENT: Bounds = { tries: 4, longestWaitMs: 600_000, responseBytes: 16 * 1024 * 1024 };

/**
 * Sends a form. Retries what may be temporary (no connection, a timeout, 408, 429 and 5xx, and responses for which
 * `usable` throws) after a delay that doubles each time or follows Retry-After.
 * @param usable parses a successful response
 * @returns what `usable` returned, or the reply if its status is another 4xx
 * @throws EndpointRefused, never with the key in its message: EndpointTimedOut, EndpointBusy or EndpointOverflow if the
 *   last attempt ended that way
 */
export async function sendForm<T>(
  endpoint: TranscriptionEndpoint,
  address: string,
  form: EndpointBody,
  usable: (body: string) => T,
  signal: AbortSignal,
  bounds: Bounds = PATIENT,
): Promise<{ result: T } | { reply: Reply }> {
  let last: Failure = { why: '' };
  for (let attempt = 1; attempt <= bounds.tries; attempt += 1) {
    const answer = await tryOnce(endpoint, address, form, usable, signal, bounds);
    if (!('why' in answer)) return answer;
    last = answer;
    const wait = Math.max(endpoint.retryMs * 2 ** (attempt - 1), last.busyMs ?? 0);
    if (last.lasting || attempt === bounds.tries || wait > bounds.longestWaitMs) {
      const times = attempt === 1 ? 'once' : `${attempt} times; the last time`;
      throw failureOf(`${new URL(address).origin} failed ${times} ${last.why}`, last);
    }
    await sleep(wait, undefined, { signal });
  }
  throw new EndpointRefused(`${new URL(address).origin} was not asked`);
}

/** Why an attempt failed. */
interface Failure {
  readonly why: string;
  readonly kind?: 'late' | 'overflow';
  /** Milliseconds to wait, if the endpoint limits requests; 0 if it does not say. */
  readonly busyMs?: number;
  /** Another attempt would end the same way. */
  readonly lasting?: boolean;
}

function failureOf(message: string, { kind, busyMs }: Failure): EndpointRefused {
  if (kind === 'late') return new EndpointTimedOut(message);
  if (kind === 'overflow') return new EndpointOverflow(message);
  if (busyMs !== undefined) return new EndpointBusy(message, Math.ceil(busyMs / 1000));
  return new EndpointRefused(message);
}

async function tryOnce<T>(
  endpoint: TranscriptionEndpoint,
  address: string,
  form: EndpointBody,
  usable: (body: string) => T,
  signal: AbortSignal,
  bounds: Bounds,
): Promise<{ result: T } | { reply: Reply } | Failure> {
  try {
    const { status, body, retryAfter } = await send(endpoint, address, form, signal, bounds);
    if (status === 200) return { result: usable(body) };
    if (status < 500 && status !== 408 && status !== 429) return { reply: { status, body } };
    const why = `it responded with ${status}`;
    return status === 429 || retryAfter > 0 ? { why, busyMs: retryAfter } : { why };
  } catch (error) {
    signal.throwIfAborted();
    // Not temporary: it redirects, and the key must not leave the configured address.
    if (error instanceof ServiceError && error.status < 500) throw new EndpointRefused(error.message);
    if (error instanceof EndpointTimedOut) return { why: error.message, kind: 'late' };
    if (error instanceof EndpointOverflow) return { why: error.message, kind: 'overflow', lasting: true };
    if (error instanceof EndpointRefused) throw error;
    return { why: reasonOf(error) };
  }
}

async function send(
  endpoint: TranscriptionEndpoint,
  address: string,
  form: EndpointBody,
  signal: AbortSignal,
  { responseBytes }: Bounds,
): Promise<Reply & { retryAfter: number }> {
  const key = process.env[endpoint.keyEnv]?.trim();
  const late = AbortSignal.timeout(endpoint.timeoutSeconds * 1000);
  try {
    const answer = await outgoing(address, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': form.contentType,
        ...(key ? { authorization: `Bearer ${key}` } : {}),
      },
      body: form.bytes,
      // The operator configured it, and it may well be on this machine.
      allowPrivate: true,
      // Later than the timeout above, which gives the clearer error.
      idleMs: endpoint.timeoutSeconds * 1000 + 5_000,
      signal: AbortSignal.any([signal, late]),
    });
    const { status, headers } = answer;
    const body = await readAll(answer.body, responseBytes);
    return { status, body, retryAfter: waitOf(headers['retry-after']) };
  } catch (error) {
    if (late.aborted && !signal.aborted)
      throw new EndpointTimedOut(`it did not respond within ${endpoint.timeoutSeconds} seconds`, {
        cause: error,
      });
    throw error;
  }
}

async function readAll(body: AsyncIterable<Buffer>, most: number): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > most) throw new EndpointOverflow(`its response is larger than ${most} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** Milliseconds in a Retry-After header, which is a number of seconds or a date. */
function waitOf(header: string | string[] | undefined): number {
  if (typeof header !== 'string') return 0;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}

function reasonOf(error: unknown): string {
  return error instanceof ServiceError ? 'it could not be reached' : messageOf(error);
}
