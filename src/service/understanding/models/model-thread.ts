import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { entryPath } from '../../../media/entry-path.ts';
import type { ThreadMessage } from './one-recogniser.ts';
import { oneRecogniser, type Recogniser } from './one-recogniser.ts';
import { withinWork } from './within-work.ts';

/** A model in a thread of its own, the only one of its kind in this process. It starts with the first request. */
export interface ModelThread<Request, Answer> {
  /**
   * Answers one request; others wait in a queue. A thread that fails, hangs or is aborted is discarded, and the next
   * request gets a new one. Rejects with a readable reason.
   */
  ask(request: Request, signal: AbortSignal): Promise<Answer>;
  /** Stops the thread if it runs. The next request starts another. */
  stop(): Promise<void>;
}

export interface ModelThreadOptions<Start> {
  /** Name for people: `face recogniser`. */
  readonly name: string;
  /** Bundle of the thread: dist/ENTRY.js. */
  readonly entry: string;
  /** Start data for the thread, made when it starts. */
  readonly start: () => Start | Promise<Start>;
  /** Processor time per request, and for the start, in milliseconds. */
  readonly workMs: number;
}

/** The thread is loaded from its bundle, never from source: see scripts/build.mjs. */
export function modelThread<Request, Answer, Start>(
  options: ModelThreadOptions<Start>,
): ModelThread<Request, Answer> {
  const { name, workMs } = options;
  const work = { name, ms: workMs };
  const recogniser = oneRecogniser<Recogniser & { readonly thread: Worker }>(async () => {
    const workerData = await options.start();
    const thread = new Worker(entryPath(options.entry), { workerData, execArgv: [] });
    await withinWork(work, new AbortController().signal, (limit) => nextMessage(thread, name, limit));
    return {
      thread,
      hold: (busy) => (busy ? thread.ref() : thread.unref()),
      stop: async () => void (await thread.terminate()),
    };
  });
  return {
    async ask(request, signal) {
      const message = await recogniser.use(signal, ({ thread }) => {
        thread.postMessage(request);
        return withinWork(work, signal, (limit) => nextMessage<Answer>(thread, name, limit));
      });
      if (message.type !== 'answer')
        throw new Error(message.type === 'failed' ? message.reason : `the ${name} did not respond`);
      return message.answer;
    },
    stop: recogniser.stop,
  };
}

/** The thread's next message; rejects if it exits or crashes, or the signal aborts first. */
async function nextMessage<Answer>(
  thread: Worker,
  name: string,
  signal: AbortSignal,
): Promise<ThreadMessage<Answer>> {
  const settled = new AbortController();
  const either = AbortSignal.any([signal, settled.signal]);
  const ended = once(thread, 'exit', { signal: either }).then(() => {
    throw new Error('it exited without a response');
  });
  ended.catch(() => {});
  try {
    // A crash of the thread is an 'error' event, which `once` turns into a rejection.
    const [message] = await Promise.race([once(thread, 'message', { signal: either }), ended]);
    return message as ThreadMessage<Answer>;
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof Error ? new Error(`the ${name} failed: ${error.message}`) : error;
  } finally {
    settled.abort();
  }
}
