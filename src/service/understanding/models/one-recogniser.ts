/**
 * What models in this process share: one recogniser of its kind at a time (one-recogniser.ts), in a thread of its own
 * (model-thread.ts), within the time of its work. Models in processes are in model-process.
 */

import { parentPort } from 'node:worker_threads';

/** What a model's thread says. `failed` is about one request: the thread goes on. */
export type ThreadMessage<Answer> =
  | { readonly type: 'ready' }
  | { readonly type: 'answer'; readonly answer: Answer }
  | { readonly type: 'failed'; readonly reason: string };

/** In a model's thread: says that it is ready, and answers one request after another until the thread is terminated. */
export function answerRequests<Request, Answer>(answer: (request: Request) => Promise<Answer>): void {
  const say = (message: ThreadMessage<Answer>) => parentPort?.postMessage(message);
  let turn: Promise<void> = Promise.resolve();
  parentPort?.on('message', (request: Request) => {
    turn = turn.then(async () => {
      try {
        say({ type: 'answer', answer: await answer(request) });
      } catch (error) {
        say({ type: 'failed', reason: error instanceof Error ? error.message : String(error) });
      }
    });
  });
  say({ type: 'ready' });
}

/** A recogniser that takes time to start and memory to keep, such as a thread with a model. */
export interface Recogniser {
  /** Keeps the process alive while the recogniser is busy (true), or lets it exit (false). */
  hold(busy: boolean): void;
  stop(): Promise<void>;
}

/** The only recogniser of its kind in this process. */
export interface OneRecogniser<Kind extends Recogniser> {
  /**
   * Does one piece of work with the recogniser, which starts for the first and is reused. Work waits in a queue. If
   * work fails, hangs or is aborted, the recogniser is discarded, because its memory may be damaged; the next work
   * gets a new one.
   */
  use<Result>(signal: AbortSignal, work: (recogniser: Kind) => Promise<Result>): Promise<Result>;
  /** Stops the recogniser if it runs. The next work starts another. */
  stop(): Promise<void>;
}

/** An idle recogniser is stopped after this many milliseconds: it uses 100 to 200 MB. */
const IDLE_MS = 30_000;

/** @param start starts a recogniser; rejects with a readable reason */
export function oneRecogniser<Kind extends Recogniser>(start: () => Promise<Kind>): OneRecogniser<Kind> {
  let current: Promise<Kind> | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;

  async function stop(): Promise<void> {
    clearTimeout(idle);
    const leaving = current;
    current = undefined;
    await (await leaving?.catch(() => undefined))?.stop();
  }

  async function useNow<Result>(
    signal: AbortSignal,
    work: (recogniser: Kind) => Promise<Result>,
  ): Promise<Result> {
    signal.throwIfAborted();
    clearTimeout(idle);
    current ??= start();
    try {
      const recogniser = await current;
      recogniser.hold(true);
      const result = await work(recogniser);
      recogniser.hold(false);
      idle = setTimeout(stop, IDLE_MS).unref();
      return result;
    } catch (error) {
      await stop();
      throw error;
    }
  }

  return {
    use(signal, work) {
      const turn = queue.then(() => useNow(signal, work));
      queue = turn.catch(() => {});
      return turn;
    },
    stop,
  };
}
