import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { MediaError } from '../errors.ts';

/** Larger than any ffmpeg build. */
const MAX_BYTES = 512 * 1024 * 1024;

/**
 * Extracts one file from a .tgz archive and nothing else. Uses little memory.
 * @param entry name inside the archive, such as `package/ffmpeg`
 * @param outPath the new file, readable and executable by its owner; must not exist yet
 * @throws MediaError if the archive is damaged or has no such file
 */
export async function unpackOne(archive: string, entry: string, outPath: string): Promise<void> {
  const out = await open(outPath, 'wx', 0o700);
  let found = false;
  try {
    found = await copyEntry(archive, entry, out);
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
