import type { PostingList } from './posting-list.ts';

/** What an entry takes besides its bytes, about. */
const OVERHEAD = 400;

/** Keeps the posting lists used last, up to a number of bytes. */
export class ListCache {
  readonly #lists = new Map<string, PostingList>();
  readonly #most: number;
  #bytes = 0;

  /** @param most bytes */
  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): PostingList | undefined {
    const list = this.#lists.get(key);
    if (list) {
      this.#lists.delete(key);
      this.#lists.set(key, list);
    }
    return list;
  }

  set(key: string, list: PostingList): void {
    this.#lists.set(key, list);
    this.#bytes += sizeOf(key, list);
    for (const [oldest, dropped] of this.#lists) {
      if (this.#bytes <= this.#most) return;
      this.#lists.delete(oldest);
      this.#bytes -= sizeOf(oldest, dropped);
    }
  }
}

function sizeOf(key: string, { bytes }: PostingList): number {
  return bytes.length + 2 * key.length + OVERHEAD;
}
