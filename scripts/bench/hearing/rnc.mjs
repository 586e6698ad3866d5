/**
 * Unpacks files of the kind RNC, method 1: blocks of bytes as they are and of repeats, with three Huffman codes a block. Bits
 * come from words of 16, lowest first; bytes as they are lie between those words.
 */

const HEADER = 18;

/** @param packed a file that begins with "RNC" @returns what is in it */
export function unpacked(packed) {
  const result = Buffer.alloc(packed.readUInt32BE(4));
  const source = Buffer.concat([packed, Buffer.alloc(8)]);
  let [at, held, count, length] = [HEADER, 0, 0, 0];
  const bits = (wanted) => {
    let value = 0;
    for (let bit = 0; bit < wanted; bit++) {
      if (count === 0) {
        held = source.readUInt16LE(at);
        at += 2;
        count = 16;
      }
      value |= (held & 1) << bit;
      held >>= 1;
      count--;
    }
    return value;
  };
  /** Codes by length and reversed bits: to the values. */
  const code = () => {
    const lengths = Array.from({ length: bits(5) }, () => bits(4));
    const values = new Map();
    let next = 0;
    for (let size = 1; size <= 16; size++) {
      lengths.forEach((one, value) => {
        if (one === size) values.set(`${size} ${next++}`, value);
      });
      next *= 2;
    }
    return () => {
      let read = 0;
      for (let size = 1; size <= 16; size++) {
        read = read * 2 + bits(1);
        const value = values.get(`${size} ${read}`);
        if (value !== undefined) return value < 2 ? value : bits(value - 1) | (1 << (value - 1));
      }
      throw new Error('a packed file is damaged');
    };
  };
  bits(2);
  for (let block = 0; block < packed[17]; block++) {
    const [plain, distance, repeats] = [code(), code(), code()];
    for (let left = bits(16); left > 0; left--) {
      const bytes = plain();
      source.copy(result, length, at, at + bytes);
      at += bytes;
      length += bytes;
      if (left === 1) break;
      const back = distance() + 1;
      for (let more = repeats() + 2; more > 0; more--, length++) result[length] = result[length - back];
    }
  }
  if (length !== result.length) throw new Error('a packed file is damaged');
  return result;
}
