/** The body of an answer, read up to a limit: how long it gets is the service's to say, what is kept is not. */

/** Most bytes that are read of an answer. */
export const longest = { success: 64 * 1024 * 1024, failure: 1024 * 1024 } as const;

export interface Body {
  readonly text: string;
  /** True when there was more than the limit; the text is then what came before it. */
  readonly cut: boolean;
}

/**
 * Reads a body as UTF-8 text, what is not UTF-8 replaced. Ends the stream, and so the connection, at the limit.
 * @param most bytes to read
 */
export async function readBody(chunks: AsyncIterable<Uint8Array>, most: number): Promise<Body> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > most) return { text: parts.join(''), cut: true };
    parts.push(decoder.decode(chunk, { stream: true }));
  }
  return { text: parts.join('') + decoder.decode(), cut: false };
}
