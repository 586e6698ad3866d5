import type { EncoderReply, EncoderRequest } from './messages.ts';

interface Pending {
  readonly texts: readonly string[];
  /** Sent before to an encoder that is gone. */
  again: boolean;
  resolve(vectors: readonly Float32Array[]): void;
  reject(error: Error): void;
}

/** Requests to an encoder in another process, matched with its replies. */
export class EncoderRequests {
  readonly #send: (request: EncoderRequest) => void;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;

  /** @param send may throw if there is no encoder */
  constructor(send: (request: EncoderRequest) => void) {
    this.#send = send;
  }

  /** Number of requests without a reply. */
  get size(): number {
    return this.#pending.size;
  }

  /** One vector for each text, in order. Rejects with a readable reason, and at once when `signal` aborts. */
  async ask(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
    signal.throwIfAborted();
    this.#lastId += 1;
    const id = this.#lastId;
    const cancel = () => {
      this.#pending.get(id)?.reject(signal.reason);
      this.#send({ type: 'cancel', id });
    };
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await new Promise((resolve, reject) => {
        this.#pending.set(id, { texts, again: false, resolve, reject });
        this.#send({ type: 'encode', id, texts });
      });
    } finally {
      this.#pending.delete(id);
      signal.removeEventListener('abort', cancel);
    }
  }

  receive(reply: EncoderReply): void {
    const pending = this.#pending.get(reply.id);
    if (reply.type === 'encoded') pending?.resolve(reply.vectors);
    else pending?.reject(new Error(reply.reason));
  }

  /** The encoder is gone: sends each request once more, to another one, and rejects those that another one had lost. */
  lost(reason: string): void {
    for (const [id, pending] of this.#pending) {
      if (pending.again) pending.reject(new Error(reason));
      else this.#sendAgain(id, pending);
    }
  }

  rejectAll(reason: string): void {
    for (const pending of this.#pending.values()) pending.reject(new Error(reason));
  }

  #sendAgain(id: number, pending: Pending): void {
    pending.again = true;
    try {
      this.#send({ type: 'encode', id, texts: pending.texts });
    } catch (error) {
      pending.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }
}
