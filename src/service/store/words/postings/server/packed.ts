import { COLUMN_BITS } from '../posting-list.ts';

/**
 * The occurrences of a term in a batch of documents, packed for the table postings: for each document and column two
 * integers of seven bits a byte, lowest first: the distance from the docid before (at first from 0), and the number of
 * occurrences above COLUMN_BITS bits of the column.
 */
export class Packer {
  readonly #bytes: number[] = [];
  #last = 0;

  /** @param docid not below the one before */
  add(docid: number, column: number, occurrences: number): void {
    this.#write(docid - this.#last);
    this.#write(occurrences * (1 << COLUMN_BITS) + column);
    this.#last = docid;
  }

  bytes(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }

  #write(number: number): void {
    let rest = number;
    while (rest > 0x7f) {
      this.#bytes.push((rest & 0x7f) | 0x80);
      rest = Math.floor(rest / 128);
    }
    this.#bytes.push(rest);
  }
}

/** Called for each document and column of a packed list. */
export type Take = (docid: number, column: number, occurrences: number) => void;

/** Reads a packed batch. */
export function unpackBatch(bytes: Uint8Array, take: Take): void {
  let [at, docid] = [0, 0];
  const next = () => {
    let [number, scale] = [0, 1];
    for (;;) {
      const byte = bytes[at] ?? 0;
      at += 1;
      number += (byte & 0x7f) * scale;
      if (byte < 0x80) return number;
      scale *= 128;
    }
  };
  while (at < bytes.length) {
    docid += next();
    const packed = next();
    take(docid, packed & ((1 << COLUMN_BITS) - 1), packed >>> COLUMN_BITS);
  }
}
