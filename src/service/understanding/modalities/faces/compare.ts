/**
 * Euclidean distance up to which two descriptors count as the same person: on photographs, 98 % of the pairs of one
 * person are below it, and no pair of two people.
 */
export const SAME_PERSON = 0.5;

/** Euclidean distance of two descriptors of the same length. */
export function distance(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += ((one[index] ?? 0) - (other[index] ?? 0)) ** 2;
  return Math.sqrt(sum);
}

/**
 * Converts a distance to the API's similarity, 0 to 100: 100 for equal descriptors, falling linearly to 0 at distance
 * 1, with two decimals. `SAME_PERSON` is at 50.
 */
export function similarityOf(apart: number): number {
  return Math.round(Math.min(Math.max(1 - apart, 0), 1) * 10_000) / 100;
}

/** The average of descriptors, which is more stable than each of them. */
export function average(descriptors: readonly ArrayLike<number>[]): Float32Array {
  const sum = new Float32Array(descriptors[0]?.length ?? 0);
  for (const descriptor of descriptors)
    for (let index = 0; index < sum.length; index += 1)
      sum[index] = (sum[index] ?? 0) + (descriptor[index] ?? 0) / descriptors.length;
  return sum;
}

/** A descriptor as stored bytes: 4 per number, little-endian. */
export function toBytes(descriptor: Float32Array): Uint8Array {
  const bytes = Buffer.alloc(descriptor.length * 4);
  for (const [index, value] of descriptor.entries()) bytes.writeFloatLE(value, index * 4);
  return bytes;
}

/** The inverse of `toBytes`. */
export function fromBytes(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from({ length: bytes.byteLength / 4 }, (_, index) => view.getFloat32(index * 4, true));
}
