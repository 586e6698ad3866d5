/** Writes ONNX files: the few fields of its protobuf messages (onnx.proto, IR version 8) that a small model needs. */

/** A field of a message: a whole number, a text or the bytes of an inner message. */
type Field = readonly [number: number, value: number | string | Buffer];

/** The types of elements in the format. */
export const [FLOAT, INT64] = [1, 7];

/** A graph's input or output. A text is a dimension that is known at run time only. */
export interface Slot {
  readonly name: string;
  readonly type: number;
  readonly shape: readonly (number | string)[];
}

export interface Node {
  readonly op: string;
  readonly inputs: readonly string[];
  readonly output: string;
  /** Attributes that are whole numbers, or lists of them. */
  readonly whole?: Readonly<Record<string, number | readonly number[]>>;
}

export interface Weights {
  readonly name: string;
  readonly shape: readonly number[];
  readonly numbers: Float32Array;
}

export interface Graph {
  readonly inputs: readonly Slot[];
  readonly outputs: readonly Slot[];
  readonly nodes: readonly Node[];
  readonly weights: readonly Weights[];
  /** What its runtime reads beside the graph. */
  readonly metadata?: Readonly<Record<string, string | number>>;
}

/** A model of the operators of opset 13. */
export function onnx({ inputs, outputs, nodes, weights, metadata = {} }: Graph): Buffer {
  const graph = message([
    ...nodes.map((node): Field => [1, nodeOf(node)]),
    [2, 'tiny'],
    ...weights.map((one): Field => [5, tensorOf(one)]),
    ...inputs.map((one): Field => [11, slotOf(one)]),
    ...outputs.map((one): Field => [12, slotOf(one)]),
  ]);
  const opset = message([
    [1, ''],
    [2, 13],
  ]);
  return message([
    [1, 8],
    [7, graph],
    [8, opset],
    ...Object.entries(metadata).map(
      ([key, value]): Field => [
        14,
        message([
          [1, key],
          [2, String(value)],
        ]),
      ],
    ),
  ]);
}

function nodeOf({ op, inputs, output, whole = {} }: Node): Buffer {
  return message([
    ...inputs.map((name): Field => [1, name]),
    [2, output],
    [4, op],
    ...Object.entries(whole).map(([name, value]): Field => [5, attributeOf(name, value)]),
  ]);
}

/** The numbers of the types of attributes in the format. */
const [ONE, SEVERAL] = [2, 7];

function attributeOf(name: string, value: number | readonly number[]): Buffer {
  if (typeof value === 'number')
    return message([
      [1, name],
      [3, value],
      [20, ONE],
    ]);
  return message([[1, name], ...value.map((one): Field => [8, one]), [20, SEVERAL]]);
}

function tensorOf({ name, shape, numbers }: Weights): Buffer {
  const raw = Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  return message([...shape.map((size): Field => [1, size]), [2, FLOAT], [8, name], [9, raw]]);
}

function slotOf({ name, type, shape }: Slot): Buffer {
  const sizes = shape.map((size): Field => [1, message([[typeof size === 'number' ? 1 : 2, size]])]);
  const tensor = message([
    [1, type],
    [2, message(sizes)],
  ]);
  return message([
    [1, name],
    [2, message([[1, tensor]])],
  ]);
}

function message(fields: readonly Field[]): Buffer {
  return Buffer.concat(
    fields.flatMap(([number, value]) => {
      if (typeof value === 'number') return [varint(number << 3), varint(value)];
      const bytes = Buffer.from(value);
      return [varint((number << 3) | 2), varint(bytes.length), bytes];
    }),
  );
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let left = value;
  for (; left > 127; left = Math.floor(left / 128)) bytes.push((left % 128) | 128);
  return Buffer.from([...bytes, left]);
}
