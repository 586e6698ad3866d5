import { readHuffmans, readQuantisers } from './tables.ts';
import type { Component, Huffman, JpegScan } from './types.ts';

/** A picture of more pixels is not decoded here. */
const MOST_PIXELS = 2 ** 24;

interface Frame {
  width: number;
  height: number;
  components: { id: number; across: number; down: number; quantiser: number }[];
}

/**
 * Reads a JPEG up to its first scan (ITU-T T.81, B.2). Undefined for what is not a baseline JPEG of 8 bits with one
 * scan, which is what the decoder of films writes; throws RangeError where a segment is cut short.
 */
export function readHeader(bytes: Buffer): JpegScan | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  const quantisers = new Map<number, Uint16Array>();
  const huffmans = new Map<number, Huffman>();
  let frame: Frame | undefined;
  let restart = 0;
  for (let at = 2; at + 4 <= bytes.length; ) {
    const marker = bytes.readUInt16BE(at);
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    const body = bytes.subarray(at + 4, end);
    if (marker === 0xffdb) readQuantisers(body, quantisers);
    else if (marker === 0xffc4) readHuffmans(body, huffmans);
    else if (marker === 0xffdd) restart = body.readUInt16BE(0);
    else if (marker === 0xffc0 || marker === 0xffc1) frame = readFrame(body);
    else if (marker === 0xffda) {
      const components = frame && scanned(body, frame, quantisers, huffmans);
      if (!frame || !components) return undefined;
      return { width: frame.width, height: frame.height, components, restart, coded: bytes.subarray(end) };
    } else if (marker < 0xffc0) return undefined;
    at = end;
  }
  return undefined;
}

function readFrame(body: Buffer): Frame | undefined {
  const [height, width] = [body.readUInt16BE(1), body.readUInt16BE(3)];
  if (body.readUInt8(0) !== 8 || width * height === 0 || width * height > MOST_PIXELS) return undefined;
  const count = body.readUInt8(5);
  const components = Array.from({ length: count }, (_, index) => {
    // A component that is alone comes block by block, whatever its sampling says (A.2.2).
    const sampling = count === 1 ? 0x11 : body.readUInt8(7 + index * 3);
    const quantiser = body.readUInt8(8 + index * 3);
    return { id: body.readUInt8(6 + index * 3), across: sampling >> 4, down: sampling & 15, quantiser };
  });
  return components.every(({ across, down }) => across > 0 && down > 0)
    ? { width, height, components }
    : undefined;
}

/** The components with the tables that the scan names; undefined where the scan is not of all of them. */
function scanned(
  body: Buffer,
  frame: Frame,
  quantisers: ReadonlyMap<number, Uint16Array>,
  huffmans: ReadonlyMap<number, Huffman>,
): Component[] | undefined {
  if (body.readUInt8(0) !== frame.components.length) return undefined;
  const components = frame.components.flatMap(({ id, across, down, quantiser }, index) => {
    const tables = body.readUInt8(2 + index * 2);
    const [dc, ac] = [huffmans.get(tables >> 4), huffmans.get(16 | (tables & 15))];
    const steps = quantisers.get(quantiser);
    const known = body.readUInt8(1 + index * 2) === id && dc && ac && steps;
    return known ? [{ id, across, down, steps, dc, ac }] : [];
  });
  return components.length === frame.components.length && components.length > 0 ? components : undefined;
}
