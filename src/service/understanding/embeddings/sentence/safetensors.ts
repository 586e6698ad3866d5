/** A tensor with its numbers in rows. */
export interface StoredTensor {
  readonly shape: number[];
  readonly numbers: Float32Array;
}

interface Entry {
  readonly dtype: string;
  readonly shape: number[];
  /** Bytes after the header. */
  readonly data_offsets: [from: number, to: number];
}

/** The tensors of a file, by name. */
export interface StoredTensors {
  has(name: string): boolean;
  /** @throws for a name that the file lacks */
  read(name: string): StoredTensor;
}

/**
 * Reads tensors from a file of the safetensors format: 8 bytes with the length of a JSON header, the header, the numbers.
 * They must be 16-bit floats.
 */
export function readSafetensors(file: Uint8Array): StoredTensors {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const length = Number(view.getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(file.subarray(8, 8 + length))) as Record<string, Entry>;
  return {
    has: (name) => Object.hasOwn(header, name),
    read(name) {
      const entry = header[name];
      if (entry?.dtype !== 'F16') throw new Error(`the model has no tensor ${name} of 16-bit floats`);
      const [from, to] = entry.data_offsets;
      const numbers = new Float32Array((to - from) / 2);
      for (let at = 0; at < numbers.length; at += 1)
        numbers[at] = halfFloats[view.getUint16(8 + length + from + 2 * at, true)] ?? 0;
      return { shape: entry.shape, numbers };
    },
  };
}

/** All of them: working each number of a model out would take a second. */
const halfFloats = Float32Array.from({ length: 65_536 }, (_, bits) => halfFloat(bits));

/** The value of a finite 16-bit float (IEEE 754). */
function halfFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = (bits & 1023) / 1024;
  return exponent === 0 ? sign * fraction * 2 ** -14 : sign * (1 + fraction) * 2 ** (exponent - 15);
}
