import type { PostingList } from './posting-list.ts';

/** What an entry takes besides its bytes, about. */
const OVERHEAD = 400;

/** Keeps the posting lists used last, up to a number of bytes. */
export class ListCache<Entry = PostingList> {
  readonly #lists = new Map<string, { entry: Entry; size: number }>();
  readonly #most: number;
  #bytes = 0;

  /** @param most bytes */
  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): Entry | undefined {
    const found = this.#lists.get(key);
    if (found) {
      this.#lists.delete(key);
      this.#lists.set(key, found);
    }
    return found?.entry;
  }

  /** @param bytes of its postings */
  set(key: string, entry: Entry, bytes: number): void {
    const size = bytes + 2 * key.length + OVERHEAD;
    this.#bytes += size - (this.#lists.get(key)?.size ?? 0);
    this.#lists.delete(key);
    this.#lists.set(key, { entry, size });
    for (const [oldest, dropped] of this.#lists) {
      if (this.#bytes <= this.#most) return;
      this.#lists.delete(oldest);
      this.#bytes -= dropped.size;
    }
  }
}
