/**
 * The bodies of requests and answers. Requests are read in pieces under bounds of size and speed, as bytes, a form or
 * a multipart upload that goes to disk (multipart.ts); answers are written as JSON (json-text.ts).
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from 'hono';
import type { ServiceContext } from '../../context/context.ts';
import { badRequest, requestTimeout, tooLarge, unsupportedMedia } from '../../errors.ts';
import type { AppEnv } from '../access/env.ts';

/** Largest form of a page, in bytes. */
const FORM_BYTES = 4096;

/** The fields of a form that a page sent. @throws 413 if it is too large, 415 if it is not a form */
export async function readForm(ctx: ServiceContext, c: Context<AppEnv>): Promise<URLSearchParams> {
  const body = await readWhole(c.req.raw, { most: FORM_BYTES, graceMs: ctx.config.bodyGraceMs });
  const type = c.req.header('content-type') ?? '';
  if (body.length > 0 && !/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type))
    throw unsupportedMedia(`a form of type ${type.slice(0, 100)}`, 'application/x-www-form-urlencoded');
  return new URLSearchParams(body.toString());
}

/** Size and speed limits of a body. */
export interface BodyLimits {
  /** Maximum size in bytes; left out if the reader counts bytes per part. */
  readonly most?: number;
  /** Milliseconds that any body may take; after that it must average at least SLOWEST. */
  readonly graceMs: number;
  /** Ends the reading; its reason is thrown. */
  readonly end?: AbortSignal;
}

/** Bytes per second. Any real connection is faster; a sender that drips blocks a connection. */
const SLOWEST = 500;

/**
 * Bytes of a body that are read before other requests have their turn. What has arrived is read without one: with twenty
 * large uploads that would be a tenth of a second.
 */
const TURN_BYTES = 128 * 1024;

/**
 * Yields a request's body in pieces, whether or not its length was declared.
 * @throws 413 for too many bytes, 408 for a body that is too slow, 400 for one that is encoded or cut off; the reason of
 * `end`
 */
export async function* readPieces(request: Request, limits: BodyLimits): AsyncGenerator<Uint8Array> {
  checkHeaders(request.headers, limits);
  if (!request.body) return;
  const reader = request.body.getReader();
  const stop = () => reader.releaseLock();
  const pace = keepPace(limits.graceMs, stop);
  limits.end?.addEventListener('abort', stop);
  let turnEnds = TURN_BYTES;
  try {
    for (;;) {
      limits.end?.throwIfAborted();
      const { done, value } = await reader.read().catch(() => {
        limits.end?.throwIfAborted();
        throw pace.isLate() ? tooSlow(limits) : badRequest('the body was cut off');
      });
      if (done) return;
      pace.add(value.length);
      if (limits.most !== undefined && pace.bytes() > limits.most) throw tooLarge('the body', limits.most);
      yield value;
      if (pace.bytes() < turnEnds) continue;
      turnEnds = pace.bytes() + TURN_BYTES;
      await nextTurn();
    }
  } finally {
    limits.end?.removeEventListener('abort', stop);
    pace.stop();
  }
}

/** Reads a request's whole body; empty if it has none. @throws what `readPieces` throws */
export async function readWhole(
  request: Request,
  limits: BodyLimits & { readonly most: number },
): Promise<Buffer> {
  // One growing buffer: a million pieces of one byte each would need a hundred times their size.
  let held = Buffer.alloc(0);
  let bytes = 0;
  for await (const piece of readPieces(request, limits)) {
    if (bytes + piece.length > held.length) {
      const grown = Buffer.alloc(Math.min(limits.most, Math.max(bytes + piece.length, held.length * 2)));
      held.copy(grown);
      held = grown;
    }
    held.set(piece, bytes);
    bytes += piece.length;
  }
  return held.subarray(0, bytes);
}

function checkHeaders(headers: Headers, { most = Number.POSITIVE_INFINITY }: BodyLimits): void {
  const coding = headers.get('transfer-encoding') ?? 'chunked';
  if (!/^\s*chunked\s*$/i.test(coding))
    throw badRequest(`transfer-encoding ${coding.slice(0, 100)} is not supported; allowed: chunked`);
  if (Number(headers.get('content-length') ?? 0) > most) throw tooLarge('the body', most);
}

function tooSlow({ graceMs }: BodyLimits): Error {
  const seconds = Math.ceil(graceMs / 1000);
  return requestTimeout(
    `the body is too slow: after ${seconds} s, at least ${SLOWEST} bytes per second are required`,
  );
}

/** Counts bytes, and calls `giveUp` once they fall behind the minimum rate. */
function keepPace(graceMs: number, giveUp: () => void) {
  const started = performance.now();
  let [bytes, late] = [0, false];
  const left = () => started + graceMs + (bytes / SLOWEST) * 1000 - performance.now();
  // A body that nobody reads any more must not keep a stopping service running.
  let timer = setTimeout(look, graceMs).unref();
  function look(): void {
    late = left() <= 0;
    if (late) giveUp();
    else timer = setTimeout(look, left()).unref();
  }
  return {
    add: (more: number) => {
      bytes += more;
    },
    bytes: () => bytes,
    isLate: () => late,
    stop: () => clearTimeout(timer),
  };
}
