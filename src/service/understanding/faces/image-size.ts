/** Width and height of a picture in pixels. */
export interface Size {
  width: number;
  height: number;
}

/**
 * Reads the size of a JPEG or PNG from its header; undefined for anything else or a cut header. For JPEG it is in the
 * first start-of-frame segment (ITU-T T.81, B.2.2), whatever precedes it.
 */
export function imageSize(bytes: Buffer): Size | undefined {
  if (bytes.length >= 24 && bytes.readUInt32BE(0) === 0x89504e47) {
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  }
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (isStartOfFrame(marker))
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** C0 to CF are frames, except for three that define tables (C4 Huffman, C8 reserved, CC arithmetic). */
function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}
