import type { ChildProcess } from 'node:child_process';
import { messageOf } from '../errors.ts';
import { type AskOfEncoder, ownEncoders } from '../understanding/embeddings/index.ts';
import { type AskOfSpeech, type DetectorAsk, ownDetector, ownSpeech } from '../understanding/index.ts';
import { type AskOfModel, ownLanguage } from '../understanding/language/index.ts';
import { ModelFailed, type ModelReply, type ModelRequest } from '../understanding/model-process/messages.ts';
import { type AskOfPictures, ownPictureEncoders } from '../understanding/pictures/index.ts';

/**
 * Asks the service's models for a worker. What it waits for is cancelled when it exits.
 * @returns takes a request
 */
export function answerForWorker(worker: ChildProcess): (request: ModelRequest) => void {
  const running = new Map<string, AbortController>();
  const reply = (message: ModelReply) => {
    if (worker.connected) worker.send(message, () => undefined);
  };
  worker.once('exit', () => {
    for (const stop of running.values()) stop.abort();
  });
  return (request) => {
    const { id, to } = request;
    const key = `${to} ${id}`;
    if (request.type === 'cancel') return running.get(key)?.abort();
    const stop = new AbortController();
    running.set(key, stop);
    answered(request, stop.signal)
      .then((answer) => reply({ type: 'answered', from: to, id, answer }))
      .catch((error) => {
        const kind = error instanceof ModelFailed ? error.kind : undefined;
        reply({ type: 'failed', from: to, id, reason: messageOf(error), kind });
      })
      .finally(() => running.delete(key));
  };
}

/** A worker is a program of ours: what it sends to a kind of model is what that kind takes. */
function answered({ to, ask }: ModelRequest & { type: 'ask' }, signal: AbortSignal): Promise<unknown> {
  if (to === 'encoder') return ownEncoders.ask(ask as AskOfEncoder, signal);
  if (to === 'pictures') return ownPictureEncoders.ask(ask as AskOfPictures, signal);
  if (to === 'speech') return ownSpeech.ask(ask as AskOfSpeech, signal);
  if (to === 'text') return ownDetector.ask(ask as DetectorAsk, signal);
  return ownLanguage.ask(ask as AskOfModel, signal);
}
