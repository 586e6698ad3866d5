/** PNG files from raw pixels. */
import { crc32, deflateSync } from 'node:zlib';

/**
 * Raw rgb24 pixels as a PNG file (PNG specification, 2nd edition: 8 bits, truecolour, no interlacing).
 * @param pixels row by row, three bytes each, without padding
 */
export function pngOf(pixels: Buffer, width: number, height: number): Buffer {
  const row = width * 3;
  const lines = Buffer.alloc((row + 1) * height);
  // Each line starts with its filter: 2 subtracts the line above, which compresses much better than none.
  for (let y = 0; y < height; y += 1) {
    const at = y * (row + 1);
    lines[at] = 2;
    for (let x = 0; x < row; x += 1) {
      const above = y > 0 ? (pixels[(y - 1) * row + x] ?? 0) : 0;
      lines[at + 1 + x] = ((pixels[y * row + x] ?? 0) - above) & 255;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(lines)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}
