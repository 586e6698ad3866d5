import { open, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { MediaError } from '../errors.ts';
import { diskFull } from '../ffmpeg/reason.ts';
import { initNames, parsePlaylist } from './playlist.ts';

/** With fewer free bytes, a disk counts as full. */
const FULL_BYTES = 64 * 1024 * 1024;

/**
 * Checks that a stream was written whole. ffmpeg's writer of streams ends with success, and without a word, when the disk
 * is full: parts are then cut off or empty.
 * @param text its playlist
 * @param name of the media file, for messages
 * @throws MediaError `disk-full`, or `disturbed` where there is room by now
 */
export async function checkWhole(folder: string, text: string, name: string): Promise<void> {
  const { segments, ended } = parsePlaylist(text);
  const parts = [...initNames(text), ...segments.map(({ uri }) => uri)];
  const cut = ended ? await firstCut(folder, parts) : 'its playlist';
  if (cut === undefined) return;
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < FULL_BYTES) throw diskFull(name);
  throw new MediaError(
    'disturbed',
    `${name}: ${cut} was not written whole, as happens on a full disk; nothing is known to be wrong with the file`,
  );
}

async function firstCut(folder: string, parts: readonly string[]): Promise<string | undefined> {
  for (const part of parts) if (!(await isWhole(join(folder, part)))) return part;
  return undefined;
}

/** Longest beginning of a box (ISO 14496-12, 4.2): its size, its name, and the size again if that has 64 bits. */
const HEAD_BYTES = 16;

/** Whether a file consists of whole boxes, and at least one. */
async function isWhole(file: string): Promise<boolean> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (!handle) return false;
  try {
    const { size } = await handle.stat();
    const head = Buffer.alloc(HEAD_BYTES);
    let at = 0;
    while (at < size) {
      const { bytesRead } = await handle.read(head, 0, HEAD_BYTES, at);
      const short = bytesRead < 8 ? 0 : head.readUInt32BE(0);
      const length = short === 1 && bytesRead === HEAD_BYTES ? Number(head.readBigUInt64BE(8)) : short;
      if (length < 8) return false;
      at += length;
    }
    return size > 0 && at === size;
  } finally {
    await handle.close();
  }
}
