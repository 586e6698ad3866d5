/** Puts pictures that are clear in places on white, as pages show them: what lies below clear places is often black. */

import { openPatiently } from './open-file.ts';
import { exifValue } from './orientation.ts';

/** The filters, with labels of their own: a white picture of the same size, and the picture on it. */
const ON_WHITE =
  'format=rgba,split[clear][below];[below]lutrgb=r=255:g=255:b=255:a=255[white];[white][clear]overlay=format=rgb';

/** What comes before the pixels of a picture is here, unless its colour profile is as large. */
const HEAD = 64 * 1024;

/** Says that samples beyond the colours are there (TIFF 6.0, section 18). */
const EXTRA_SAMPLES = 0x0152;

/** @returns the filter that puts a still picture on white; none for one without clear places */
export async function whiteFilter(file: string): Promise<string[]> {
  const opened = await openPatiently(file);
  try {
    const head = await opened.read(0, HEAD);
    const start = head.toString('latin1', 0, 16);
    const isClear = start.startsWith('\x89PNG')
      ? pngIsClear(head)
      : /^RIFF....WEBP/s.test(start)
        ? webpIsClear(head)
        : /^(II\*\0|MM\0\*)/.test(start) && (await exifValue(opened, 0, EXTRA_SAMPLES)) !== undefined;
    return isClear ? [ON_WHITE] : [];
  } finally {
    await opened.close();
  }
}

/** Its pixels have alpha (colour types 4 and 6), or a tRNS chunk before the first IDAT says which are clear. */
function pngIsClear(head: Buffer): boolean {
  const data = head.indexOf('IDAT', 8, 'latin1');
  const clear = head.indexOf('tRNS', 8, 'latin1');
  return ((head[25] ?? 0) & 4) !== 0 || (clear !== -1 && (data === -1 || clear < data));
}

/** The alpha flag of the VP8X chunk, or that of a lossless picture (RFC 9649, 2.7.1 and 3.4). */
function webpIsClear(head: Buffer): boolean {
  const flags = head.toString('latin1', 12, 16) === 'VP8L' ? head[24] : (head[20] ?? 0);
  return head.toString('latin1', 12, 15) === 'VP8' && head[15] !== 0x20 && ((flags ?? 0) & 0x10) !== 0;
}
