import type { Huffman } from './types.ts';

/** Reads the entropy-coded part of a JPEG (ITU-T T.81, F.2.2). After its end come zeros. */
export class Bits {
  private readonly bytes: Buffer;
  private at = 0;
  private kept = 0;
  private count = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /** The next symbol. Throws where the bits are no code of the table. */
  symbol(table: Huffman): number {
    this.fill();
    const entry = table[(this.kept >>> (this.count - 16)) & 0xffff] ?? 0;
    if (entry === 0) throw new Error('the picture is damaged');
    this.count -= entry >> 8;
    return entry & 0xff;
  }

  /** The next signed number of `length` bits, 0 to 15. */
  number(length: number): number {
    if (length === 0) return 0;
    this.fill();
    this.count -= length;
    const value = (this.kept >>> this.count) & ((1 << length) - 1);
    return value < 1 << (length - 1) ? value - (1 << length) + 1 : value;
  }

  /** Goes on behind the next restart mark. */
  restart(): void {
    const { bytes } = this;
    const isMark = (at: number) => bytes[at] === 0xff && ((bytes[at + 1] ?? 0) & 0xf8) === 0xd0;
    while (this.at < bytes.length && !isMark(this.at)) this.at += 1;
    this.at += 2;
    this.kept = 0;
    this.count = 0;
  }

  /** Keeps at least 17 bits at hand, 24 at most. A byte of all ones is followed by a zero; a mark stops the stream. */
  private fill(): void {
    while (this.count <= 16) {
      let byte = this.bytes[this.at] ?? 0;
      if (byte !== 0xff) this.at += 1;
      else if (this.bytes[this.at + 1] === 0) this.at += 2;
      else byte = 0;
      this.kept = (this.kept << 8) | byte;
      this.count += 8;
    }
  }
}
