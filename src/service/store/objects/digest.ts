import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** Size in bytes and SHA-256 (hex) of a file, read in pieces. */
export async function digestOf(file: string, signal?: AbortSignal): Promise<{ bytes: number; hash: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const pieces = createReadStream(file, { highWaterMark: 1 << 20, ...(signal && { signal }) });
  for await (const piece of pieces as AsyncIterable<Buffer>) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { bytes, hash: hash.digest('hex') };
}
