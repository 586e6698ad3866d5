/** The way to the receivers of webhooks: what is sent comes late, is refused, is answered with an error, or its answer is lost. */
import { Readable } from 'node:stream';
import type { OutgoingAnswer, OutgoingOptions } from '../../../src/service/net/outgoing.ts';
import { after, chance } from '../world/clock.ts';
import { network } from '../world/network.ts';

export * from '../../../src/service/net/outgoing.ts';

export async function outgoing(url: string, options: OutgoingOptions): Promise<OutgoingAnswer> {
  const { signal, body = '' } = options;
  const check = () => signal?.throwIfAborted();
  const wait = async (ms: number) => {
    await Promise.race([after(ms), aborted(signal)]);
  };
  check();
  const mood = network.isCalm ? 9 : chance(10);
  await wait(chance(mood === 0 ? 20_000 : 80));
  // What is on its way arrives, whatever its sender does meanwhile.
  if (mood !== 1) network.receive(url, JSON.parse(String(body)), mood !== 2);
  else check();
  await wait(chance(mood === 3 ? 20_000 : 80));
  check();
  if (mood === 1) throw new Error('the connection was refused');
  if (mood === 4) throw new Error('the connection was reset');
  return { status: mood === 2 ? 500 : 200, headers: {}, body: Readable.from([]), url } as never;
}

const aborted = (signal: AbortSignal | undefined) =>
  new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
