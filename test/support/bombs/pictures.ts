/** Pictures and picture series whose headers claim what is not there. */
import { crc32, deflateSync } from 'node:zlib';

const MOST = 0xffff;

/** A chunk of a PNG (ISO 15948, 5.3). */
function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  return Buffer.concat([bigEndian(content.length), named, bigEndian(crc32(named))]);
}

function bigEndian(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** A PNG of one colour. @param rows of it that are really there */
export function png(width: number, height: number, rows = height): Buffer {
  const header = Buffer.concat([bigEndian(width, height), Buffer.from([8, 0, 0, 0, 0])]);
  const data = deflateSync(Buffer.alloc(rows * (width + 1)), { level: 9 });
  return Buffer.concat([PNG, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

/** An animated PNG that claims two thousand million pictures of a minute each, and has one. */
export function claimedApng(): Buffer {
  const header = Buffer.concat([bigEndian(16, 16), Buffer.from([8, 0, 0, 0, 0])]);
  const control = bigEndian(0x7fffffff, 0);
  const frame = Buffer.concat([bigEndian(0, 16, 16, 0, 0), Buffer.from([0, 60, 0, 1, 0, 0])]);
  return Buffer.concat([
    ...[PNG, chunk('IHDR', header), chunk('acTL', control), chunk('fcTL', frame)],
    ...[chunk('IDAT', deflateSync(Buffer.alloc(16 * 17))), chunk('IEND', Buffer.alloc(0))],
  ]);
}

/** A copy of a JPEG that claims to be 65,535 pixels wide and high. */
export function hugeJpeg(file: Buffer): Buffer {
  const copy = Buffer.from(file);
  const at = copy.indexOf(Buffer.from([0xff, 0xc0]));
  copy.writeUInt16BE(MOST, at + 5);
  copy.writeUInt16BE(MOST, at + 7);
  return copy;
}

/**
 * A GIF of so many pictures of one pixel.
 * @param delay hundredths of a second that each stands, at most 65,535
 * @param side pixels that its screen claims, in both directions
 */
export function gif(frames: number, delay: number, side = 1): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(side, 0);
  size.writeUInt16LE(side, 2);
  const head = Buffer.concat([
    Buffer.from('GIF89a'),
    size,
    Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
  ]);
  const frame = Buffer.from([
    ...[0x21, 0xf9, 4, 4, delay & 255, delay >> 8, 0, 0],
    ...[0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0],
  ]);
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])]);
}

/** Raw pictures (YUV4MPEG2) that claim so many pixels in both directions. */
export function hugeRaw(side: number): Buffer {
  return Buffer.from(`YUV4MPEG2 W${side} H${side} F25:1 Ip A1:1 C420jpeg\nFRAME\n${'\0'.repeat(4096)}`);
}
