import type { OpenFile } from './open-file.ts';

/** Larger picture files are not parsed; a GIF of that size is a film. */
const MAX_WALK = 64 * 1024 * 1024;

export interface Animation {
  animated: boolean;
  /** Null if the file does not say, or was not read to its end. */
  seconds: number | null;
}

/**
 * Whether a picture file has more than one frame, and how long they play.
 * @param demuxer the format found from its first bytes
 */
export async function animationOf(file: OpenFile, demuxer: string): Promise<Animation> {
  if (demuxer === 'gif') return gifAnimation(file);
  const head = await file.read(0, 64 * 1024);
  return { animated: webpMoves(head) || pngMoves(head), seconds: null };
}

/** An animated WebP has a flag in its VP8X chunk. */
function webpMoves(head: Buffer): boolean {
  return head.toString('latin1', 8, 16) === 'WEBPVP8X' && ((head[20] ?? 0) & 2) !== 0;
}

/** An animated PNG has an acTL chunk before its first IDAT. */
function pngMoves(head: Buffer): boolean {
  if (head.toString('latin1', 1, 4) !== 'PNG') return false;
  const data = head.indexOf('IDAT', 8, 'latin1');
  const control = head.indexOf('acTL', 8, 'latin1');
  return control !== -1 && (data === -1 || control < data);
}

/** Parses the blocks of a GIF (GIF89a specification, sections 17 to 27) and adds up its delays. */
async function gifAnimation(file: OpenFile): Promise<Animation> {
  if (file.size > MAX_WALK) return { animated: true, seconds: null };
  const bytes = await file.read(0, file.size);
  const size = bytes.length;
  let at = 13 + colorTable(bytes[10]);
  let frames = 0;
  let hundredths = 0;
  while (at < size && bytes[at] !== 0x3b) {
    if (bytes[at] === 0x21) {
      if (bytes[at + 1] === 0xf9 && at + 6 < size) hundredths += bytes.readUInt16LE(at + 4);
      at = skipSubBlocks(bytes, at + 2);
    } else if (bytes[at] === 0x2c) {
      frames += 1;
      at = skipSubBlocks(bytes, at + 11 + colorTable(bytes[at + 9]));
    } else break;
  }
  return { animated: frames > 1, seconds: hundredths > 0 ? hundredths / 100 : null };
}

function colorTable(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

function skipSubBlocks(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] ?? 0);
  return at + 1;
}
