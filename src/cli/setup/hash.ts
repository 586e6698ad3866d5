import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** Hashes of a file: sha256 in hexadecimal, and sha512 as a lock file writes it. */
export interface Hashes {
  readonly sha256: string;
  readonly integrity: string;
  readonly bytes: number;
}

/** Reads a file once and hashes it. */
export async function hashesOf(file: string, signal: AbortSignal): Promise<Hashes> {
  const short = createHash('sha256');
  const long = createHash('sha512');
  let bytes = 0;
  for await (const chunk of createReadStream(file, { signal, highWaterMark: 2 ** 20 })) {
    short.update(chunk);
    long.update(chunk);
    bytes += (chunk as Buffer).length;
  }
  return { sha256: short.digest('hex'), integrity: `sha512-${long.digest('base64')}`, bytes };
}
