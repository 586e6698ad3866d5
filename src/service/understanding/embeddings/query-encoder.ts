import { setTimeout as sleep } from 'node:timers/promises';
import type { TextEncoder } from './port.ts';

/** Vectors of the latest queries to remember. */
const REMEMBERED = 500;

/** Time for a vector that a later search may use, in milliseconds: an encoder may be starting on a busy machine. */
const ENCODE_MS = 60_000;

type Vectors = Map<string, Promise<Float32Array | undefined>>;

/** Gives the vectors of queries while somebody waits for results. */
export interface QueryEncoder extends Pick<TextEncoder, 'model' | 'language'> {
  /**
   * Undefined if there is no vector in time: an encoder takes a second or two to start, and goes on for the next search.
   * Rejects as the encoder does, and at once when `signal` aborts.
   */
  vectorOf(query: string, signal: AbortSignal): Promise<Float32Array | undefined>;
}

/** The latest queries, oldest first. */
const recent = new WeakMap<TextEncoder, Vectors>();

/** @param waitMs longest wait for a vector */
export function queryEncoder(encoder: TextEncoder, waitMs: number): QueryEncoder {
  const { model, language } = encoder;
  return {
    ...{ model, language },
    async vectorOf(query, signal) {
      const ended = new AbortController();
      const late = sleep(waitMs, undefined, { signal: AbortSignal.any([signal, ended.signal]) });
      try {
        return await Promise.race([remembered(encoder, query), late]);
      } finally {
        ended.abort();
        late.catch(() => undefined);
        signal.throwIfAborted();
      }
    },
  };
}

function remembered(encoder: TextEncoder, text: string): Promise<Float32Array | undefined> {
  const known: Vectors = recent.get(encoder) ?? new Map();
  recent.set(encoder, known);
  const vector = known.get(text) ?? encoded(encoder, text);
  known.delete(text);
  known.set(text, vector);
  vector.catch(() => known.delete(text));
  for (const oldest of known.keys()) if (known.size > REMEMBERED) known.delete(oldest);
  return vector;
}

async function encoded(encoder: TextEncoder, text: string): Promise<Float32Array | undefined> {
  const [vector] = await encoder.encode([text], AbortSignal.timeout(ENCODE_MS), 'query');
  return vector;
}
