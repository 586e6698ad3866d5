import { closeSync, promises as files, fstatSync, openSync, readSync, type Stats } from 'node:fs';

/** A file open for reading. */
export interface OpenFile {
  readonly isFile: boolean;
  /** Bytes. */
  readonly size: number;
  /** Names the file and its version on this machine. */
  readonly key: string;
  /** The bytes from a position; fewer at the end of the file. */
  read(position: number, length: number): Buffer | Promise<Buffer>;
  close(): void | Promise<void>;
}

/** Opens a file; each step runs on another thread, so that a slow disk delays nobody else. */
export async function openPatiently(path: string): Promise<OpenFile> {
  const handle = await files.open(path, 'r');
  const close = () => handle.close();
  try {
    const read = async (position: number, length: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    };
    return { ...factsOf(await handle.stat()), read, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens a file at once: a program that does nothing else meanwhile needs no other threads for it. */
export function openAtOnce(path: string): OpenFile {
  const handle = openSync(path, 'r');
  const close = () => closeSync(handle);
  try {
    const read = (position: number, length: number) => {
      const buffer = Buffer.allocUnsafe(length);
      return buffer.subarray(0, readSync(handle, buffer, 0, length, position));
    };
    return { ...factsOf(fstatSync(handle)), read, close };
  } catch (error) {
    close();
    throw error;
  }
}

const factsOf = (stats: Stats) => ({
  isFile: stats.isFile(),
  size: stats.size,
  key: [stats.dev, stats.ino, stats.size, stats.mtimeMs].join('-'),
});
