/** Sound files whose headers claim what is not there. */

const little = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
  return bytes;
};

/** WAV of 8-bit sound. @param claimed bytes that its header says there are @param rate samples a second */
export function wav(samples: number, claimed: number, rate: number): Buffer {
  const format = Buffer.from([1, 0, 1, 0, ...little(rate, rate), 1, 0, 8, 0]);
  return Buffer.concat([
    ...[Buffer.from('RIFF'), little(Math.min(0xffffffff, claimed + 36)), Buffer.from('WAVEfmt ')],
    ...[little(16), format, Buffer.from('data'), little(claimed), Buffer.alloc(samples, 0x80)],
  ]);
}

/** MPEG frames of silence: layer III, 32 kbit/s, 44.1 kHz, mono. */
function mp3Frame(): Buffer {
  const frame = Buffer.alloc(104);
  Buffer.from([0xff, 0xfb, 0x10, 0xc0]).copy(frame);
  return frame;
}

/** An MP3 of two seconds whose Xing header claims so many frames of 26 milliseconds. */
export function claimedMp3(frames: number): Buffer {
  const first = mp3Frame();
  first.write('Xing', 21, 'latin1');
  first.writeUInt32BE(3, 25);
  first.writeUInt32BE(frames, 29);
  first.writeUInt32BE(0xffffffff, 33);
  return Buffer.concat([first, ...Array.from({ length: 76 }, mp3Frame)]);
}

/** A copy of a FLAC file whose header claims 2^36 - 1 samples. */
export function claimedFlac(file: Buffer): Buffer {
  const copy = Buffer.from(file);
  // STREAMINFO begins at 8; the last 36 bits before its checksum at 26.
  copy.writeUInt8((copy.readUInt8(21) & 0xf0) | 0x0f, 21);
  copy.writeUInt32BE(0xffffffff, 22);
  return copy;
}

/** A copy of an Ogg file whose last page claims a place so many hours from the start. */
export function claimedOgg(file: Buffer, hours: number, rate = 48_000): Buffer {
  const copy = Buffer.from(file);
  const at = copy.lastIndexOf('OggS', undefined, 'latin1');
  copy.writeBigUInt64LE(BigInt(Math.round(hours * 3600 * rate)), at + 6);
  const length = 27 + copy.readUInt8(at + 26);
  const size = copy.subarray(at + 27, at + length).reduce((sum, one) => sum + one, length);
  copy.writeUInt32LE(0, at + 22);
  copy.writeUInt32LE(oggChecksum(copy.subarray(at, at + size)), at + 22);
  return copy;
}

/** CRC-32 with polynomial 04c11db7, unreflected, from 0 (RFC 3533, 6). */
function oggChecksum(page: Buffer): number {
  let sum = 0;
  for (const byte of page) {
    sum ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) sum = sum < 0 ? (sum << 1) ^ 0x04c11db7 : sum << 1;
  }
  return sum >>> 0;
}
