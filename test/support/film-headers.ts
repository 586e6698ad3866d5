/** Changes what a film's headers say, and nothing of its content. */

/** How a player turns a picture: the numbers a, b, c and d of its matrix (ISO 14496-12, 8.3.2). */
export type Matrix = readonly [a: number, b: number, c: number, d: number];

/** All ways in which a camera can be held, and each seen in a mirror. */
export const MATRICES: Readonly<Record<string, Matrix>> = {
  'turned by 90': [0, 1, -1, 0],
  'turned by 180': [-1, 0, 0, -1],
  'turned by 270': [0, -1, 1, 0],
  'flipped sideways': [-1, 0, 0, 1],
  'flipped upside down': [1, 0, 0, -1],
  'flipped, turned by 90': [0, -1, -1, 0],
  'flipped, turned by 270': [0, 1, 1, 0],
};

/** Sets the matrix of the first track of an MP4, which must be its picture. */
export function withMatrix(mp4: Buffer, [a, b, c, d]: Matrix): Buffer {
  const bytes = Buffer.from(mp4);
  const header = at(bytes, 'tkhd') + 4;
  const fields = header + (bytes[header] === 1 ? 52 : 40);
  if (bytes.readInt32BE(fields) !== 0x10000) throw new Error('the film has a matrix already');
  const [width, height] = [bytes.readInt32BE(fields + 36), bytes.readInt32BE(fields + 40)];
  // Moved back to where it is seen.
  const moved = [Math.max(0, -(a * width + c * height)), Math.max(0, -(b * width + d * height))];
  const [x = 0, y = 0] = moved;
  const numbers = [a << 16, b << 16, 0, c << 16, d << 16, 0, x, y, 1 << 30];
  for (const [index, number] of numbers.entries()) bytes.writeInt32BE(number, fields + 4 * index);
  return bytes;
}

/** Containers whose header claims a duration. */
export const CLAIMING = ['mp4', 'mov', 'mkv', 'webm', 'avi', 'flv', 'wmv'];

/** Makes a header claim a duration. @param ext its container, one of `CLAIMING` */
export function claiming(film: Buffer, ext: string, seconds: number): Buffer {
  const bytes = Buffer.from(film);
  if (ext === 'mp4' || ext === 'mov') {
    for (const name of ['mvhd', 'mdhd']) {
      const header = at(bytes, name) + 4;
      if (bytes[header] !== 0) throw new Error(`${name} has 64 bits`);
      bytes.writeUInt32BE(Math.round(seconds * bytes.readUInt32BE(header + 12)), header + 16);
    }
  } else if (ext === 'mkv' || ext === 'webm')
    bytes.writeDoubleBE(1000 * seconds, at(bytes, '\x44\x89\x88') + 3);
  else if (ext === 'flv') bytes.writeDoubleBE(seconds, at(bytes, '\x00\x08duration\x00') + 11);
  else if (ext === 'avi') {
    const header = at(bytes, 'avih') + 8;
    const frames = Math.round((seconds * 1e6) / bytes.readUInt32LE(header));
    bytes.writeUInt32LE(frames, header + 16);
    bytes.writeUInt32LE(frames, at(bytes, 'strh') + 8 + 32);
  } else if (ext === 'wmv')
    bytes.writeBigUInt64LE(BigInt(Math.round(seconds * 1e7)), at(bytes, FILE_PROPERTIES) + 64);
  else throw new Error(`the header of ${ext} claims no duration`);
  return bytes;
}

/** The header of an ASF that has its duration (ASF 1.2, 3.2). */
const FILE_PROPERTIES = Buffer.from('a1dcab8c47a9cf118ee400c00c205365', 'hex');

function at(bytes: Buffer, what: string | Buffer): number {
  const found = bytes.indexOf(typeof what === 'string' ? Buffer.from(what, 'latin1') : what);
  if (found < 0) throw new Error(`the header has no ${what}`);
  return found;
}
