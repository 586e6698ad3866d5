import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { animationOf } from './animation.ts';
import { MediaError } from './errors.ts';

/** What the first bytes of a file say it is. */
export interface Sniffed {
  /** ffmpeg's reader for it, or null when the bytes are not decisive. */
  demuxer: string | null;
  /** A file of the picture kind, moving or not. */
  picture: boolean;
  /** A picture with more than one frame. */
  animated: boolean;
  /** How long a moving picture lasts, where its file says so. */
  seconds: number | null;
}

type Signature = readonly [offset: number, bytes: string, demuxer: string];

/** Published signatures of the formats; written as Latin-1 so that each character is one byte. */
const PICTURES: readonly Signature[] = [
  [0, '\x89PNG\r\n\x1a\n', 'png_pipe'],
  [0, '\xff\xd8\xff', 'jpeg_pipe'],
  [0, 'GIF87a', 'gif'],
  [0, 'GIF89a', 'gif'],
  [8, 'WEBP', 'webp_pipe'],
  [0, 'II*\0', 'tiff_pipe'],
  [0, 'MM\0*', 'tiff_pipe'],
  [0, 'BM', 'bmp_pipe'],
  [0, '\0\0\0\x0cjP  ', 'j2k_pipe'],
  [0, '\xff\x0a', 'jpegxl_pipe'],
  [0, '\0\0\0\x0cJXL ', 'jpegxl_pipe'],
];

const CONTAINERS: readonly Signature[] = [
  [4, 'ftyp', 'mov'],
  [4, 'moov', 'mov'],
  [4, 'mdat', 'mov'],
  [4, 'wide', 'mov'],
  [0, '\x1aE\xdf\xa3', 'matroska'],
  [8, 'WAVE', 'wav'],
  [8, 'AVI ', 'avi'],
  [0, 'OggS', 'ogg'],
  [0, 'fLaC', 'flac'],
  [0, 'FLV', 'flv'],
  [0, '\x30\x26\xb2\x75\x8e\x66\xcf\x11', 'asf'],
  [8, 'AIFF', 'aiff'],
  [8, 'AIFC', 'aiff'],
  [0, 'caff', 'caf'],
  [0, '#!AMR', 'amr'],
  [0, '.snd', 'au'],
  [0, '\0\0\x01\xba', 'mpeg'],
  [0, 'wvpk', 'wv'],
  [0, 'MAC ', 'ape'],
  [0, 'DKIF', 'ivf'],
];

/** Still pictures kept in the container that films use. */
const PICTURE_BRANDS = ['avif', 'heic', 'heix', 'mif1'];

/**
 * Decides what a file is from its first bytes.
 * @throws MediaError when it cannot be read, is empty or is no plain file
 */
export async function sniffFile(file: string): Promise<Sniffed> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, 'r');
    const stat = await handle.stat();
    if (!stat.isFile()) throw new MediaError('unreadable', `${basename(file)}: it is not a file`);
    if (stat.size === 0) throw new MediaError('unreadable', `${basename(file)}: the file is empty`);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096), 0, 4096, 0);
    const found = sniff(buffer.subarray(0, bytesRead));
    return found.picture ? { ...found, ...(await animationOf(handle, found.demuxer)) } : found;
  } catch (error) {
    if (error instanceof MediaError) throw error;
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const why = missing ? 'there is no such file' : 'it cannot be read';
    throw new MediaError('unreadable', `${basename(file)}: ${why}`, { cause: error });
  } finally {
    await handle?.close();
  }
}

/** The same from bytes alone; `animated` is not decided. */
export function sniff(head: Buffer): Sniffed {
  const picture = match(head, PICTURES);
  if (picture) return { demuxer: picture, picture: true, animated: false, seconds: null };
  const demuxer = match(head, CONTAINERS);
  const brand = demuxer === 'mov' ? head.toString('latin1', 8, 12) : '';
  return { demuxer, picture: PICTURE_BRANDS.includes(brand), animated: false, seconds: null };
}

function match(head: Buffer, signatures: readonly Signature[]): string | null {
  const found = signatures.find(
    ([offset, bytes]) => head.toString('latin1', offset, offset + bytes.length) === bytes,
  );
  return found?.[2] ?? null;
}
