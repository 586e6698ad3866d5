/** The body of an answer, read up to a limit: how long it gets is the service's to say, what is kept is not. */

/** Most bytes that are read of an answer. */
export const longest = { success: 64 * 1024 * 1024, failure: 1024 * 1024 } as const;

/** What the answers that are read at the same time may hold together: a client that asks for many has no more memory. */
export interface Room {
  /** Bytes. */
  left: number;
}

export const newRoom = (): Room => ({ left: longest.success });

export interface Body {
  readonly text: string;
  /** True when there was more than the limit; the text is then how it begins. */
  readonly cut: boolean;
}

/**
 * Reads a body as UTF-8 text, what is not UTF-8 replaced. Ends the stream, and so the connection, at the limit.
 * @param most bytes to read
 * @param room shared with the other bodies that are being read: one for which there is none left is cut, too
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

/** Decoded this many at a time: as one they would be held twice, and many small texts cost several times their length. */
const together = 64;

/** Of what is too long anyway, the first of it is enough. */
const beginning = (chunks: readonly Uint8Array[]): string =>
  Buffer.concat(chunks.slice(0, together)).toString('utf8', 0, longest.failure);

function decoded(chunks: Uint8Array[]): string {
  const decoder = new TextDecoder();
  let text = '';
  while (chunks.length > 0)
    text += decoder.decode(Buffer.concat(chunks.splice(0, together)), { stream: chunks.length > 0 });
  return text;
}
