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
  /** One row of a tensor at a time, which stays in memory as it is stored. @throws for a name that the file lacks */
  rows(name: string): (row: number) => Float32Array;
}

/**
 * Reads tensors from a file of the safetensors format: 8 bytes with the length of a JSON header, the header, the numbers.
 * They must be 16-bit floats.
 */
export function readSafetensors(file: Uint8Array): StoredTensors {
  const length = Number(new DataView(file.buffer, file.byteOffset).getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(file.subarray(8, 8 + length))) as Record<string, Entry>;
  const found = (name: string) => {
    const entry = header[name];
    if (entry?.dtype !== 'F16') throw new Error(`the model has no tensor ${name} of 16-bit floats`);
    const [from, to] = entry.data_offsets;
    return {
      shape: entry.shape,
      stored: new DataView(file.buffer, file.byteOffset + 8 + length + from, to - from),
    };
  };
  return {
    has: (name) => Object.hasOwn(header, name),
    read(name) {
      const { shape, stored } = found(name);
      return { shape, numbers: numbersIn(stored, 0, stored.byteLength / 2) };
    },
    rows(name) {
      const { shape, stored } = found(name);
      // A copy: the rest of the file is not held in memory.
      const own = new DataView(stored.buffer.slice(stored.byteOffset, stored.byteOffset + stored.byteLength));
      const width = shape.at(-1) ?? 0;
      return (row) => numbersIn(own, row * width, width);
    },
  };
}

/** @param first of the numbers to take @param count how many */
function numbersIn(stored: DataView, first: number, count: number): Float32Array {
  const numbers = new Float32Array(count);
  for (let at = 0; at < count; at += 1)
    numbers[at] = halfFloats[stored.getUint16(2 * (first + at), true)] ?? 0;
  return numbers;
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
