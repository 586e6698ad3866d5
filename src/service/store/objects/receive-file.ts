import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** What was received. */
export interface Received {
  readonly bytes: number;
  /** SHA-256, hex. */
  readonly hash: string;
}

export interface ReceiveLimits {
  /** Bytes allowed. */
  readonly most: number;
  /** The error for more bytes. */
  readonly tooLarge: () => Error;
  readonly signal?: AbortSignal;
}

/**
 * Streams content into a new file and hashes it on the way. If it fails, it leaves no file.
 * @throws `limits.tooLarge()`, an abort, and the errors of the stream and the disk; EEXIST if the file exists
 */
export async function receiveFile(content: Readable, path: string, limits: ReceiveLimits): Promise<Received> {
  // An error that comes before the pipeline listens would end the process; the pipeline finds it afterwards.
  content.on('error', () => undefined);
  // Opened before the stream is read: a write stream that opens the file itself may do so after a failed stream was
  // already cleaned up, and leave an empty file.
  const file = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  let bytes = 0;
  const meter = new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.length;
      if (bytes > limits.most) return done(limits.tooLarge());
      hash.update(piece);
      done(null, piece);
    },
  });
  try {
    const stored = file.createWriteStream({ highWaterMark: 1 << 20 });
    await pipeline(content, meter, stored, { ...(limits.signal && { signal: limits.signal }) });
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return { bytes, hash: hash.digest('hex') };
}
