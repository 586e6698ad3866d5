import {
  type FailureKind,
  ModelFailed,
  type ModelKind,
  type ModelPort,
  type ModelReply,
  type ModelRequest,
} from './messages.ts';

interface Pending<Ask, Answer> {
  readonly ask: Ask;
  /** Sent before to a process that is gone. */
  again: boolean;
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/** Questions to a model in another process, matched with its replies. */
export class ModelRequests<Ask, Answer> implements ModelPort<Ask, Answer> {
  readonly #to: ModelKind;
  readonly #send: (request: ModelRequest<Ask>) => void;
  readonly #pending = new Map<number, Pending<Ask, Answer>>();
  #lastId = 0;

  /** @param send may throw if there is no process */
  constructor(to: ModelKind, send: (request: ModelRequest<Ask>) => void) {
    this.#to = to;
    this.#send = send;
  }

  /** Number of questions without a reply. */
  get size(): number {
    return this.#pending.size;
  }

  async ask(ask: Ask, signal: AbortSignal): Promise<Answer> {
    signal.throwIfAborted();
    this.#lastId += 1;
    const id = this.#lastId;
    const cancel = () => {
      this.#pending.get(id)?.reject(signal.reason);
      this.#send({ type: 'cancel', to: this.#to, id });
    };
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await new Promise((resolve, reject) => {
        this.#pending.set(id, { ask, again: false, resolve, reject });
        this.#send({ type: 'ask', to: this.#to, id, ask });
      });
    } finally {
      this.#pending.delete(id);
      signal.removeEventListener('abort', cancel);
    }
  }

  receive(reply: ModelReply<Answer>): void {
    const pending = this.#pending.get(reply.id);
    if (reply.type === 'answered') pending?.resolve(reply.answer);
    else if (reply.type === 'failed') pending?.reject(new ModelFailed(reply.reason, reply.kind));
  }

  /**
   * The process is gone: sends each question once more, to another one, and rejects those that another one had lost.
   * @param guilty the question that is the cause, which is not sent again
   * @param kind of what that one, or without one what another process had lost, is rejected with
   */
  lost(
    reason: string,
    { guilty, kind }: { guilty?: number | undefined; kind?: FailureKind | undefined } = {},
  ): void {
    for (const [id, pending] of this.#pending) {
      if (id === guilty) pending.reject(new ModelFailed(reason, kind));
      else if (pending.again)
        pending.reject(new ModelFailed(reason, guilty === undefined ? kind : undefined));
      else this.#sendAgain(id, pending);
    }
  }

  rejectAll(reason: string): void {
    for (const pending of this.#pending.values()) pending.reject(new ModelFailed(reason));
  }

  #sendAgain(id: number, pending: Pending<Ask, Answer>): void {
    pending.again = true;
    try {
      this.#send({ type: 'ask', to: this.#to, id, ask: pending.ask });
    } catch (error) {
      pending.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }
}

/**
 * A model of the service that started this process, asked over the channel to it: the machine has one for all workers.
 * Without a channel, questions are rejected.
 */
export function throughService<Ask, Answer>(kind: ModelKind): ModelPort<Ask, Answer> {
  const requests = new ModelRequests<Ask, Answer>(kind, (request) => {
    if (!process.connected) throw new Error('the service is gone');
    process.send?.(request, undefined, undefined, () => undefined);
  });
  process.on('message', (reply: ModelReply<Answer>) => {
    if (reply.from === kind) requests.receive(reply);
  });
  return requests;
}
