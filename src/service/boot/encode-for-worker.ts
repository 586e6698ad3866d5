import type { ChildProcess } from 'node:child_process';
import { messageOf } from '../errors.ts';
import {
  type EncoderReply,
  type EncoderRequest,
  sentenceEncoder,
} from '../understanding/embeddings/index.ts';

/**
 * Encodes texts of a worker with the service's encoder. What it waits for is cancelled when it exits.
 * @returns takes a request
 */
export function encodeForWorker(worker: ChildProcess): (request: EncoderRequest) => void {
  const running = new Map<number, AbortController>();
  const reply = (message: EncoderReply) => {
    if (worker.connected) worker.send(message, () => undefined);
  };
  worker.once('exit', () => {
    for (const stop of running.values()) stop.abort();
  });
  return (request) => {
    const { id } = request;
    if (request.type === 'cancel') return running.get(id)?.abort();
    const stop = new AbortController();
    running.set(id, stop);
    sentenceEncoder
      .encode(request.texts, stop.signal)
      .then((vectors) => reply({ type: 'encoded', id, vectors }))
      .catch((error) => reply({ type: 'failed', id, reason: messageOf(error) }))
      .finally(() => running.delete(id));
  };
}
