import { setImmediate } from 'node:timers/promises';
import type { ModelReply, ModelRequest } from '../../model-process/messages.ts';
import type { TextRole } from '../port.ts';
import type { EncoderAsk } from './messages.ts';

interface Waiting extends EncoderAsk {
  readonly id: number;
  readonly vectors: Float32Array[];
}

/**
 * Answers requests text by text. The one with the fewest texts left goes first, so that a query waits for one sentence of a
 * file at most.
 * @returns takes a request
 */
export function answerInTurn(
  encode: (text: string, as: TextRole) => Promise<Float32Array>,
  reply: (reply: ModelReply<readonly Float32Array[]>) => void,
): (request: ModelRequest<EncoderAsk>) => void {
  const waiting = new Map<number, Waiting>();
  let working = false;

  async function encodeNext({ id, texts, as, vectors }: Waiting): Promise<void> {
    try {
      const text = texts[vectors.length];
      if (text !== undefined) vectors.push(await encode(text, as));
      if (vectors.length < texts.length) return;
      reply({ type: 'answered', from: 'encoder', id, answer: vectors });
    } catch (error) {
      reply({
        type: 'failed',
        from: 'encoder',
        id,
        reason: error instanceof Error ? error.message : String(error),
      });
    }
    waiting.delete(id);
  }

  async function work(): Promise<void> {
    if (working) return;
    working = true;
    for (let next = shortest(waiting); next; next = shortest(waiting)) {
      await encodeNext(next);
      // Other requests arrive here.
      await setImmediate();
    }
    working = false;
  }

  return (request) => {
    if (request.type === 'cancel') waiting.delete(request.id);
    else waiting.set(request.id, { id: request.id, ...request.ask, vectors: [] });
    void work();
  };
}

/** Of equal ones, the one that came first. */
function shortest(waiting: ReadonlyMap<number, Waiting>): Waiting | undefined {
  const left = ({ texts, vectors }: Waiting) => texts.length - vectors.length;
  let best: Waiting | undefined;
  for (const one of waiting.values()) if (!best || left(one) < left(best)) best = one;
  return best;
}
