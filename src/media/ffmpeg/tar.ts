import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline, Writable } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip } from 'node:zlib';
import { MediaError } from '../errors.ts';

const BLOCK = 512;
/** Larger than any build of ffmpeg. */
const MAX_BYTES = 512 * 1024 * 1024;

/**
 * Takes one file out of a .tgz archive and writes nothing else of it. Memory stays small.
 * @param entry name inside the archive, such as `package/ffmpeg`
 * @param outPath where its bytes go, for its owner to read and run; must not be there yet
 * @throws MediaError when the archive is damaged or holds no such file
 */
export async function unpackOne(archive: string, entry: string, outPath: string): Promise<void> {
  const out = await open(outPath, 'wx', 0o700);
  const reader = new TarReader(entry, out);
  try {
    await promisify(pipeline)(createReadStream(archive), createGunzip(), reader);
  } catch (error) {
    throw new MediaError('install', 'The archive of ffmpeg is damaged.', { cause: error });
  } finally {
    await out.close();
  }
  if (!reader.complete) throw new MediaError('install', `The archive of ffmpeg has no ${entry} in it.`);
}

/** Reads a tar stream (POSIX ustar): blocks of 512 bytes, a header before each file. */
class TarReader extends Writable {
  complete = false;
  readonly #entry: string;
  readonly #out: FileHandle;
  #header = Buffer.alloc(0);
  #left = 0;
  #padding = 0;
  #wanted = false;

  constructor(entry: string, out: FileHandle) {
    super();
    this.#entry = entry;
    this.#out = out;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#take(chunk).then(() => done(), done);
  }

  async #take(chunk: Buffer): Promise<void> {
    let rest = chunk;
    while (rest.length > 0) {
      if (this.#left > 0) rest = await this.#content(rest);
      else if (this.#padding > 0) {
        const skipped = Math.min(this.#padding, rest.length);
        this.#padding -= skipped;
        rest = rest.subarray(skipped);
      } else rest = this.#head(rest);
    }
  }

  async #content(bytes: Buffer): Promise<Buffer> {
    const part = bytes.subarray(0, Math.min(this.#left, bytes.length));
    if (this.#wanted) await this.#out.writeFile(part);
    this.#left -= part.length;
    if (this.#wanted && this.#left === 0) this.complete = true;
    return bytes.subarray(part.length);
  }

  #head(bytes: Buffer): Buffer {
    const missing = BLOCK - this.#header.length;
    this.#header = Buffer.concat([this.#header, bytes.subarray(0, missing)]);
    if (this.#header.length === BLOCK) {
      const size = Number.parseInt(text(this.#header, 124, 136) || '0', 8);
      if (!(size >= 0 && size <= MAX_BYTES)) throw new Error('a file in it has no sensible size');
      const isFile = ['0', '\0', ''].includes(this.#header.toString('latin1', 156, 157));
      this.#wanted = isFile && !this.complete && text(this.#header, 0, 100) === this.#entry;
      this.#left = size;
      this.#padding = (BLOCK - (size % BLOCK)) % BLOCK;
      this.#header = Buffer.alloc(0);
    }
    return bytes.subarray(missing);
  }
}

/** A field of a header ends at the first zero byte. */
function text(header: Buffer, from: number, to: number): string {
  return header.toString('latin1', from, to).split('\0')[0]?.trim() ?? '';
}
