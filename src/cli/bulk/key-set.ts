/** A compact set of request keys: a million of them in 24 MB. */

/** A key is the first 96 bits of a SHA-256, as 24 hexadecimal digits. */
const form = /^[0-9a-f]{24}$/;

/** Open addressing with linear probing. A slot is three 32-bit words; the first is 0 only in a free slot. */
export class KeySet {
  #slots = new Uint32Array(3 * 1024);
  #size = 0;

  /** Adds a key. False when the set has it already, or it is not a key. */
  add(key: string): boolean {
    if (!form.test(key)) return false;
    // Above half full, probing gets slow.
    if (this.#size * 2 >= this.#slots.length / 3) this.#grow();
    return this.#put(wordsOf(key));
  }

  has(key: string): boolean {
    return form.test(key) && this.#slots[this.#find(wordsOf(key))] !== 0;
  }

  #put(words: Words): boolean {
    const at = this.#find(words);
    if (this.#slots[at] !== 0) return false;
    this.#slots.set(words, at);
    this.#size += 1;
    return true;
  }

  /** The slot of the key, or the free slot for it. */
  #find([first, second, third]: Words): number {
    const slots = this.#slots;
    let at = (second % (slots.length / 3)) * 3;
    while (slots[at] !== 0 && !(slots[at] === first && slots[at + 1] === second && slots[at + 2] === third))
      at = (at + 3) % slots.length;
    return at;
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Uint32Array(before.length * 2);
    this.#size = 0;
    for (let at = 0; at < before.length; at += 3)
      if (before[at] !== 0) this.#put([before[at] ?? 0, before[at + 1] ?? 0, before[at + 2] ?? 0]);
  }
}

type Words = readonly [number, number, number];

const wordsOf = (key: string): Words => [
  Number.parseInt(key.slice(0, 8), 16) || 1,
  Number.parseInt(key.slice(8, 16), 16),
  Number.parseInt(key.slice(16), 16),
];
