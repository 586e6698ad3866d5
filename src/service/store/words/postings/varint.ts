/** Reads SQLite's variable-length integers from bytes, one after the other. */
export class VarintReader {
  readonly bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  /** The next integer; exact up to 2^53. Seven bits a byte, highest first; the ninth byte has eight. */
  next(): number {
    let byte = this.bytes[this.at++] ?? 0;
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    for (let length = 2; length < 9; length += 1) {
      byte = this.bytes[this.at++] ?? 0;
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) return value;
    }
    return value * 256 + (this.bytes[this.at++] ?? 0);
  }
}
