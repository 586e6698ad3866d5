/** One HTTP exchange over `fetch`, which every Node brings: the library carries no undici. */
import { deadline } from '../deadline.ts';
import { longest, newRoom, readBody } from '../network/body.ts';
import type { Exchange } from '../network/connecting.ts';
import { isEventStream, readEvents } from '../network/events.ts';
import { networkError } from '../network/explain.ts';
import type { Reply, Transport } from '../network/transport.ts';

/** `duplex` is missing in the types of Node: a body that is a stream needs it. */
type Init = RequestInit & { duplex?: 'half' };

/**
 * A transport over a `fetch`. Redirects are not followed: the token is sent to this address only.
 * @param total seconds for a response, from the end of the request
 */
export function fetchTransport(fetch: typeof globalThis.fetch, total: number): Transport {
  const room = newRoom();
  return {
    async exchange({ method, url, headers, body, signal, onData }: Exchange): Promise<Reply> {
      const time = deadline(total * 1000, signal);
      try {
        const sent = time.after(body);
        const stream = typeof sent === 'object' ? ReadableStream.from(sent) : sent;
        const init: Init = {
          method,
          headers,
          redirect: 'manual',
          signal: time.signal,
          ...(stream === undefined ? {} : { body: stream }),
          ...(typeof stream === 'object' ? { duplex: 'half' } : {}),
        };
        const response = await fetch(url, init);
        const { status } = response;
        const shown = Object.fromEntries(response.headers);
        const chunks = response.body ?? new Blob([]).stream();
        if (onData && status < 300 && isEventStream(shown['content-type']))
          return { status, headers: shown, body: '', cut: !(await readEvents(chunks, onData)) };
        const most = status < 300 ? longest.success : longest.failure;
        const { text, cut } = await readBody(chunks, most, room);
        return { status, headers: shown, body: text, cut };
      } catch (error) {
        if (signal?.aborted) throw signal.reason;
        throw networkError(new URL(url).host, time.signal.aborted ? time.signal.reason : error);
      } finally {
        time.stop();
      }
    },
    close: async () => {},
  };
}
