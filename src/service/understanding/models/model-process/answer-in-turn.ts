import { setImmediate } from 'node:timers/promises';
import type { ModelKind, ModelReply, ModelRequest } from './messages.ts';

interface Waiting<Ask> {
  readonly id: number;
  readonly ask: Ask;
  readonly vectors: Float32Array[];
}

/** What an encoder does with a request. */
export interface Encoding<Ask> {
  readonly kind: ModelKind;
  /** The number of vectors that a request asks for. */
  count(ask: Ask): number;
  /** Makes one of them. @param at its place, from 0 */
  encode(ask: Ask, at: number): Promise<Float32Array>;
}

/**
 * Answers requests vector by vector. The one with the fewest left goes first, so that a query waits for one sentence or
 * frame of a file at most.
 * @returns takes a request
 */
export function answerInTurn<Ask>(
  { kind: from, count, encode }: Encoding<Ask>,
  reply: (reply: ModelReply<readonly Float32Array[]>) => void,
): (request: ModelRequest<Ask>) => void {
  const waiting = new Map<number, Waiting<Ask>>();
  let working = false;

  async function encodeNext({ id, ask, vectors }: Waiting<Ask>): Promise<void> {
    try {
      if (vectors.length < count(ask)) vectors.push(await encode(ask, vectors.length));
      if (vectors.length < count(ask)) return;
      reply({ type: 'answered', from, id, answer: vectors });
    } catch (error) {
      reply({ type: 'failed', from, id, reason: error instanceof Error ? error.message : String(error) });
    }
    waiting.delete(id);
  }

  /** Of equal ones, the one that came first. */
  function shortest(): Waiting<Ask> | undefined {
    const left = ({ ask, vectors }: Waiting<Ask>) => count(ask) - vectors.length;
    let best: Waiting<Ask> | undefined;
    for (const one of waiting.values()) if (!best || left(one) < left(best)) best = one;
    return best;
  }

  async function work(): Promise<void> {
    if (working) return;
    working = true;
    for (let next = shortest(); next; next = shortest()) {
      await encodeNext(next);
      // Other requests arrive here.
      await setImmediate();
    }
    working = false;
  }

  return (request) => {
    if (request.type === 'cancel') waiting.delete(request.id);
    else waiting.set(request.id, { id: request.id, ask: request.ask, vectors: [] });
    void work();
  };
}
