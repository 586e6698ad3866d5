/** A vector with one byte for each number: a quarter of the size, with cosines within about 0.01. */
export interface CompactVector {
  readonly scale: number;
  readonly numbers: Int8Array;
}

/** Largest value of a signed byte. */
const MOST = 127;

export function compact(vector: Float32Array): CompactVector {
  const scale = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / MOST;
  return { scale, numbers: Int8Array.from(vector, (value) => (scale === 0 ? 0 : Math.round(value / scale))) };
}

/** The reverse of `compact`, within its precision. */
export function expand({ scale, numbers }: CompactVector): Float32Array {
  return Float32Array.from(numbers, (value) => value * scale);
}

/** Cosine of two vectors of length 1, one of them compact. */
export function cosine(one: Float32Array, { scale, numbers }: CompactVector): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (numbers[at] ?? 0);
  return sum * scale;
}

/** The sign of each number, one bit each: 384 numbers are 48 bytes. Vectors that are close share most of them. */
export function signBits(vector: ArrayLike<number>): Uint32Array {
  const bits = new Uint32Array(Math.ceil(vector.length / 32));
  for (let at = 0; at < vector.length; at += 1)
    if ((vector[at] ?? 0) > 0) bits[at >>> 5] = (bits[at >>> 5] ?? 0) | (1 << (at & 31));
  return bits;
}

/** A compact vector as bytes to store: its scale (32-bit float, little-endian), then its numbers. */
export function toBytes({ scale, numbers }: CompactVector): Uint8Array {
  const bytes = new Uint8Array(4 + numbers.length);
  new DataView(bytes.buffer).setFloat32(0, scale, true);
  bytes.set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.length), 4);
  return bytes;
}

/** The reverse of `toBytes`. */
export function fromBytes(bytes: Uint8Array): CompactVector {
  const scale = new DataView(bytes.buffer, bytes.byteOffset).getFloat32(0, true);
  return { scale, numbers: new Int8Array(bytes.buffer, bytes.byteOffset + 4, bytes.length - 4) };
}
