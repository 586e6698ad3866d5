/** Boxes of MP4 files (ISO 14496-12), read and written. */

/** A box of that type around some bytes. */
export function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body]);
}

/** A box with a version and flags, both 0 unless given. */
export function fullBox(type: string, content: Buffer, version = 0): Buffer {
  return box(type, u32(version << 24), content);
}

/** Numbers of 32 bits, one after the other. */
export function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, index * 4);
  return bytes;
}

export function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, index * 2);
  return bytes;
}

/** Where the content of the first box of that type begins. @throws when there is none */
export function contentOf(file: Buffer, type: string, from = 0): number {
  const at = file.indexOf(type, from, 'latin1');
  if (at === -1) throw new Error(`there is no ${type}`);
  return at + 4;
}

/** A copy in which every box of that type was changed in place. `change` gets the place of its content. */
export function patched(file: Buffer, type: string, change: (copy: Buffer, at: number) => void): Buffer {
  const copy = Buffer.from(file);
  for (let at = copy.indexOf(type, 0, 'latin1'); at !== -1; at = copy.indexOf(type, at + 4, 'latin1'))
    change(copy, at + 4);
  return copy;
}

const PARENTS = ['moov', 'trak', 'mdia', 'minf', 'stbl'];

/** A copy in which every box of that type, wherever it is, was replaced. The sizes of its parents follow. */
export function replaced(file: Buffer, type: string, instead: (old: Buffer) => Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at + 8 <= file.length; ) {
    const size = file.readUInt32BE(at) || file.length - at;
    const whole = file.subarray(at, at + size);
    const name = whole.toString('latin1', 4, 8);
    if (name === type) parts.push(instead(whole));
    else if (PARENTS.includes(name)) parts.push(box(name, replaced(whole.subarray(8), type, instead)));
    else parts.push(whole);
    at += size;
  }
  return Buffer.concat(parts);
}
