/** What an entry takes besides its characters, about. */
const OVERHEAD = 200;
/** Between terms, which have no spaces. */
const SPACE = ' ';

/** Keeps the terms of segments with the beginnings asked for last, up to a number of bytes. Each list is one text. */
export class TermCache {
  readonly #kept = new Map<string, string>();
  readonly #most: number;
  #bytes = 0;

  /** @param most bytes */
  constructor(most: number) {
    this.#most = most;
  }

  /** A segment's terms with a beginning: also from those kept for a shorter one. */
  get(segment: string, beginning: string): string[] | undefined {
    for (let length = beginning.length; length > 0; length -= 1) {
      const key = keyOf(segment, beginning.slice(0, length));
      const kept = this.#kept.get(key);
      if (kept === undefined) continue;
      this.#kept.delete(key);
      this.#kept.set(key, kept);
      return kept.split(SPACE).filter((term) => term !== '' && term.startsWith(beginning));
    }
    return undefined;
  }

  set(segment: string, beginning: string, terms: readonly string[]): void {
    const key = keyOf(segment, beginning);
    const text = terms.join(SPACE);
    this.#kept.set(key, text);
    this.#bytes += sizeOf(key, text);
    for (const [oldest, dropped] of this.#kept) {
      if (this.#bytes <= this.#most) return;
      this.#kept.delete(oldest);
      this.#bytes -= sizeOf(oldest, dropped);
    }
  }
}

function keyOf(segment: string, beginning: string): string {
  return `${segment} ${beginning}`;
}

function sizeOf(key: string, text: string): number {
  return 2 * (key.length + text.length) + OVERHEAD;
}
