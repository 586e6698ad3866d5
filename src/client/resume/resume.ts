/** Sends the bytes of a resumable upload, and goes on after breaks. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../client.ts';
import { ApiError, NetworkError, type NetworkFault } from '../errors.ts';
import { offsetOf, sendBytes } from './tus.ts';

/** The service no longer has the upload: it must begin anew. */
export class UploadGone extends Error {
  override readonly name = 'UploadGone';
}

export interface Sending {
  readonly id: string;
  /** Size of the whole file. */
  readonly bytes: number;
  /** Bytes that the service has; undefined: ask. */
  readonly offset?: number | undefined;
  /** The content from a position on. */
  readonly from: (offset: number) => AsyncIterable<Uint8Array>;
  readonly signal?: AbortSignal | undefined;
}

/** Breaks in a row without a byte more, after which the last error is thrown. */
const mostBreaks = 5;

/** Sends what is missing. @throws UploadGone; ApiError and NetworkError once going on does not help */
export async function sendRest(
  client: Client,
  { id, bytes, from, signal, ...given }: Sending,
): Promise<void> {
  let { offset } = given;
  let [best, breaks] = [offset ?? 0, 0];
  for (;;) {
    try {
      offset ??= await offsetOf(client, id, { signal, retry: false });
      if (offset === undefined) throw new UploadGone('the service no longer has this upload');
      if (offset > best) [best, breaks] = [offset, 0];
      if (offset >= bytes) return;
      const start = offset;
      const rest = { offset: start, length: bytes - start, content: () => from(start) };
      await sendBytes(client, id, rest, signal);
      return;
    } catch (error) {
      signal?.throwIfAborted();
      breaks += 1;
      const delay = delayAfter(error, breaks);
      if (delay === undefined || breaks > mostBreaks) throw error;
      await sleep(delay, undefined, signal ? { signal } : {});
      offset = undefined;
    }
  }
}

/** Faults that may be over at the next try. */
const passing: ReadonlySet<NetworkFault> = new Set(['refused', 'reset', 'timeout', 'unreachable', 'other']);

/** Milliseconds before going on; undefined where that cannot help. */
function delayAfter(error: unknown, breaks: number): number | undefined {
  const backoff = 250 * 2 ** (breaks - 1) * (0.75 + Math.random() / 2);
  if (error instanceof NetworkError) return passing.has(error.fault) ? backoff : undefined;
  if (!(error instanceof ApiError)) return undefined;
  // 409: the offset is another one, so ask for it.
  if (error.status !== 409 && error.status !== 500 && !error.retryable) return undefined;
  return Math.min(60_000, Math.max(backoff, (error.retryAfter ?? 0) * 1000));
}
