/** Reads a file that is sent in pieces, and hashes it on the way. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { ClientError } from '../../client/errors.ts';

/** Size of one read. */
const chunkSize = 256 * 1024;

export class HashedFile {
  readonly #file: string;
  /** Its size. */
  readonly bytes: number;
  #hash = createHash('sha256');
  #at = 0;

  /** @param bytes its size; more is not read */
  constructor(file: string, bytes: number) {
    this.#file = file;
    this.bytes = bytes;
  }

  /** Number of bytes hashed so far. */
  get at(): number {
    return this.#at;
  }

  /** SHA-256 of the first `at` bytes, in hexadecimal. */
  digest(): string {
    return this.#hash.copy().digest('hex');
  }

  /** Hashes the first bytes. @param end their number */
  async hashTo(end: number, signal?: AbortSignal): Promise<void> {
    if (end < this.#at) {
      this.#hash = createHash('sha256');
      this.#at = 0;
    }
    for await (const _ of this.#read(end)) signal?.throwIfAborted();
  }

  /** The content from a position on. @throws ClientError when the file has become shorter */
  async *from(offset: number, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
    await this.hashTo(offset, signal);
    yield* this.#read(this.bytes);
    if (this.#at !== this.bytes) throw new ClientError(`${this.#file} became shorter during the upload`);
  }

  async *#read(end: number): AsyncGenerator<Uint8Array> {
    if (end <= this.#at) return;
    const stream = createReadStream(this.#file, {
      highWaterMark: chunkSize,
      start: this.#at,
      end: end - 1,
    });
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      this.#hash.update(chunk);
      this.#at += chunk.length;
      yield chunk;
    }
  }
}
