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
