import type { EncoderReply } from './messages.ts';
import { EncoderRequests } from './requests.ts';

/**
 * The encoder of the service that started this process, asked over the channel to it: the machine has one for all workers.
 * Without a channel, requests are rejected.
 */
export function encoderOfService(): Pick<EncoderRequests, 'ask'> {
  const requests = new EncoderRequests((request) => {
    if (!process.connected) throw new Error('the service is gone');
    process.send?.(request, undefined, undefined, () => undefined);
  });
  process.on('message', (reply: EncoderReply) => requests.receive(reply));
  return requests;
}
