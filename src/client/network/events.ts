/** Reads server-sent events up to a limit. */
import { longest } from './body.ts';

/** Gets the data of each event. */
export type OnData = (data: string) => void;

/** True for a response that is a stream of events. */
export const isEventStream = (type: string | undefined): boolean => /^text\/event-stream\b/i.test(type ?? '');

/**
 * Calls `onData` with the data of each event as it arrives, until the stream ends.
 * @returns false if it was cut, because it was longer than the maximum for one response
 */
export async function readEvents(body: AsyncIterable<Uint8Array>, onData: OnData): Promise<boolean> {
  const { createParser } = await import('eventsource-parser');
  const parser = createParser({ onEvent: ({ data }) => onData(data) });
  const decoder = new TextDecoder();
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > longest.success) return false;
    parser.feed(decoder.decode(chunk, { stream: true }));
  }
  return true;
}
