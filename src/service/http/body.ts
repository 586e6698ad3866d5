import { badRequest, requestTimeout, tooLarge } from '../errors.ts';

/** How large a body may be, and how slow. */
export interface BodyLimits {
  /** Most bytes; left out where its reader counts them part by part. */
  readonly most?: number;
  /** Milliseconds that any body may take; after them it must have come at SLOWEST on average. */
  readonly graceMs: number;
}

/** Bytes a second: any line in use is faster, and a sender that drips holds a connection. */
const SLOWEST = 500;

/**
 * A request's body, piece by piece, whether or not its length was declared.
 * @throws 413 for too many bytes, 408 for a body that drips, 400 for one that is coded or cut off
 */
export async function* readPieces(request: Request, limits: BodyLimits): AsyncGenerator<Uint8Array> {
  checkHeaders(request.headers, limits);
  if (!request.body) return;
  const reader = request.body.getReader();
  const pace = keepPace(limits.graceMs, () => reader.releaseLock());
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw pace.isLate() ? tooSlow(limits) : badRequest('the body was cut off');
      });
      if (done) return;
      pace.add(value.length);
      if (limits.most !== undefined && pace.bytes() > limits.most) throw tooLarge('the body', limits.most);
      yield value;
    }
  } finally {
    pace.stop();
  }
}

/** A request's whole body; empty where it has none. @throws what `readPieces` throws */
export async function readWhole(
  request: Request,
  limits: BodyLimits & { readonly most: number },
): Promise<Buffer> {
  // One buffer that grows: a million pieces of a byte each would take a hundred times their size.
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
    `the body came too slowly: after ${seconds} s at least ${SLOWEST} bytes a second are expected`,
  );
}

/** Counts bytes, and calls `giveUp` once they are fewer than the time that went by asks for. */
function keepPace(graceMs: number, giveUp: () => void) {
  const started = performance.now();
  let [bytes, late] = [0, false];
  const left = () => started + graceMs + (bytes / SLOWEST) * 1000 - performance.now();
  let timer = setTimeout(look, graceMs);
  function look(): void {
    late = left() <= 0;
    if (late) giveUp();
    else timer = setTimeout(look, left());
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
