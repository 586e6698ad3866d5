/** Writes files of the GGUF format, version 3: metadata, then tensors of 32-bit floats. */

/** A value of the metadata. Whole numbers are written as 32-bit unsigned ones. */
export type Meta =
  | { readonly text: string }
  | { readonly whole: number }
  | { readonly real: number }
  | { readonly texts: readonly string[] }
  | { readonly reals: readonly number[] }
  | { readonly wholes: readonly number[] };

/** A tensor. The first dimension is that of a row, as ggml counts them. */
export interface Tensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly numbers: Float32Array;
}

const ALIGNMENT = 32;
/** The numbers of the value types in the format. */
const [INT32, UINT32, FLOAT32, TEXT, LIST] = [5, 4, 6, 8, 9];

export function gguf(meta: Readonly<Record<string, Meta>>, tensors: readonly Tensor[]): Buffer {
  const head = [
    Buffer.from('GGUF'),
    ...[u32(3), u64(tensors.length), u64(Object.keys(meta).length)],
    ...Object.entries(meta).flatMap(([key, value]) => [text(key), written(value)]),
  ];
  let offset = 0;
  const data: Buffer[] = [];
  for (const { name, shape, numbers } of tensors) {
    head.push(text(name), u32(shape.length), ...shape.map(u64), u32(0), u64(offset));
    const bytes = padded(Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength));
    data.push(bytes);
    offset += bytes.length;
  }
  return Buffer.concat([padded(Buffer.concat(head)), ...data]);
}

function written(value: Meta): Buffer {
  if ('text' in value) return Buffer.concat([u32(TEXT), text(value.text)]);
  if ('whole' in value) return Buffer.concat([u32(UINT32), u32(value.whole)]);
  if ('real' in value) return Buffer.concat([u32(FLOAT32), f32(value.real)]);
  if ('texts' in value) return list(TEXT, value.texts.map(text));
  if ('reals' in value) return list(FLOAT32, value.reals.map(f32));
  return list(INT32, value.wholes.map(u32));
}

function list(type: number, items: readonly Buffer[]): Buffer {
  return Buffer.concat([u32(LIST), u32(type), u64(items.length), ...items]);
}

function text(value: string): Buffer {
  return Buffer.concat([u64(Buffer.byteLength(value)), Buffer.from(value)]);
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

function f32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return bytes;
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((ALIGNMENT - (bytes.length % ALIGNMENT)) % ALIGNMENT)]);
}
