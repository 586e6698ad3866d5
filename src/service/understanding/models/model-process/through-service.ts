import type { ModelKind, ModelPort, ModelReply } from './messages.ts';
import { ModelRequests } from './requests.ts';

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
