import { setTimeout as sleep } from 'node:timers/promises';
import type { TranscriptionEndpoint } from '../../context/speech-settings.ts';
import { messageOf, ServiceError } from '../../errors.ts';
import { outgoing } from '../../net/outgoing.ts';
import type { EndpointBody } from './body.ts';

/** A server's response, whatever its status. */
export interface Reply {
  readonly status: number;
  readonly body: string;
}

/** The endpoint gave no usable response, and a retry would not help. */
export class EndpointRefused extends Error {
  override readonly name = 'EndpointRefused';
}

/** Maximum number of attempts per chunk. */
const TRIES = 4;

/** Longest delay to accept from Retry-After, in milliseconds. */
const LONGEST_WAIT = 120_000;

/** An hour of dense words with times is about 5 MB; a chunk is at most ten minutes. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/**
 * Sends a form. Retries what may be temporary (no connection, a timeout, 408, 429 and 5xx, and responses for which
 * `usable` throws) after a delay that doubles each time or follows Retry-After.
 * @param usable parses a successful response
 * @returns what `usable` returned, or the reply if its status is another 4xx
 * @throws EndpointRefused, never with the key in its message
 */
export async function sendForm<T>(
  endpoint: TranscriptionEndpoint,
  address: string,
  form: EndpointBody,
  usable: (body: string) => T,
  signal: AbortSignal,
): Promise<{ result: T } | { reply: Reply }> {
  let why = '';
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    let wait = endpoint.retryMs * 2 ** (attempt - 1);
    try {
      const { status, body, retryAfter } = await send(endpoint, address, form, signal);
      if (status === 200) return { result: usable(body) };
      if (status < 500 && status !== 408 && status !== 429) return { reply: { status, body } };
      why = `it responded with ${status}`;
      wait = Math.max(wait, retryAfter);
    } catch (error) {
      signal.throwIfAborted();
      // Not temporary: it redirects, and the key must not leave the configured address.
      if (error instanceof ServiceError && error.status < 500) throw new EndpointRefused(error.message);
      why = reasonOf(error);
    }
    if (attempt < TRIES) await sleep(Math.min(wait, LONGEST_WAIT), undefined, { signal });
  }
  throw new EndpointRefused(`${new URL(address).origin} failed ${TRIES} times; the last time ${why}`);
}

async function send(
  endpoint: TranscriptionEndpoint,
  address: string,
  form: EndpointBody,
  signal: AbortSignal,
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
      idleMs: endpoint.timeoutSeconds * 1000,
      signal: AbortSignal.any([signal, late]),
    });
    const { status, headers } = answer;
    return { status, body: await readAll(answer.body), retryAfter: waitOf(headers['retry-after']) };
  } catch (error) {
    if (late.aborted && !signal.aborted)
      throw new Error(`it did not respond within ${endpoint.timeoutSeconds} seconds`, { cause: error });
    throw error;
  }
}

async function readAll(body: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > MAX_ANSWER_BYTES) throw new Error('its response is larger than any transcription');
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
