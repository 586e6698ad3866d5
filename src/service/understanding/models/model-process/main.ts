import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { ModelKind, ModelReply, ModelRequest } from './messages.ts';

/** Replies over the channel to the service. */
export function replyToService(reply: ModelReply): void {
  process.send?.(reply, undefined, undefined, () => undefined);
}

/** Takes the requests of the service that started this process, which ends with the service. */
export function serveRequests<Ask>(receive: (request: ModelRequest<Ask>) => void): void {
  // Ctrl-C reaches the whole process group; the service decides what to do about it.
  process.on('SIGINT', () => undefined);
  // The service is gone, even if it was killed. Nobody waits for what is being computed.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.on('message', (request: ModelRequest<Ask>) => receive(request));
}

/**
 * Answers requests one after another, each by a computation that cannot be interrupted: who can no longer wait for one
 * ends this process. A request is begun once the model is loaded; it is answered with why, where it cannot be.
 */
export function answerRequests<Ask, Answer>(
  from: ModelKind,
  loading: Promise<(ask: Ask) => Answer | Promise<Answer>>,
): void {
  // Each request is answered with why the model cannot be loaded.
  loading.catch(() => undefined);
  let turn: Promise<unknown> = loading;
  const cancelled = new Set<number>();
  const answer = async (id: number, ask: Ask) => {
    if (cancelled.delete(id)) return;
    try {
      const compute = await loading;
      replyToService({ type: 'begun', from, id });
      replyToService({ type: 'answered', from, id, answer: await compute(ask) });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      replyToService({ type: 'failed', from, id, reason });
    }
    // What was cancelled meanwhile arrives here.
    await setImmediate();
  };
  serveRequests<Ask>((request) => {
    if (request.type === 'cancel') cancelled.add(request.id);
    else turn = turn.catch(() => undefined).then(() => answer(request.id, request.ask));
  });
}

/** Imports a package that vau setup brought. @param entry the file that imports it, see `entryOf` in models */
export async function importFrom(entry: string, name: string): Promise<unknown> {
  const { load } = (await import(pathToFileURL(entry).href)) as {
    load: (name: string) => Promise<unknown>;
  };
  return load(name);
}
