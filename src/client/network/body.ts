/** Reads response bodies up to a limit: the service decides how much it sends, the client how much it keeps. */

/** Maximum number of bytes to read of a response. */
export const longest = { success: 64 * 1024 * 1024, failure: 1024 * 1024 } as const;

/** Memory shared by concurrent responses, so that many requests do not need more. */
export interface Room {
  /** Bytes. */
  left: number;
}

export const newRoom = (): Room => ({ left: longest.success });

export interface Body {
  readonly text: string;
  /** True when the body exceeded the limit; then the text is its start. */
  readonly cut: boolean;
}

/**
 * Reads a body as UTF-8 text and replaces invalid bytes. At the limit, ends the stream and thus the
 * connection. @param most maximum number of bytes to read @param room memory shared with concurrent bodies; a
 * body is also cut when none is left
 */
export async function readBody(body: AsyncIterable<Uint8Array>, most: number, room: Room): Promise<Body> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.length;
      room.left -= chunk.length;
      if (bytes > most || room.left < 0) return { text: beginning(chunks), cut: true };
    }
    return { text: decoded(chunks), cut: false };
  } finally {
    room.left += bytes;
  }
}

/**
 * Number of chunks to decode at once: decoding all at once would hold them twice, and many small strings cost
 * several times their length.
 */
const together = 64;

/** The start of a body that is too long. */
const beginning = (chunks: readonly Uint8Array[]): string =>
  Buffer.concat(chunks.slice(0, together)).toString('utf8', 0, longest.failure);

function decoded(chunks: Uint8Array[]): string {
  const decoder = new TextDecoder();
  let text = '';
  while (chunks.length > 0)
    text += decoder.decode(Buffer.concat(chunks.splice(0, together)), { stream: chunks.length > 0 });
  return text;
}

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
