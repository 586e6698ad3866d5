/** A document and its BM25. */
export interface Ranked {
  readonly docid: number;
  readonly bm25: number;
}

/** Keeps the best of many documents; equal ones in the order in which they came. Counts all. */
export class Best {
  readonly #most: number;
  #kept: Ranked[] = [];
  #least = Number.NEGATIVE_INFINITY;
  #count = 0;
  #highest = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Number of documents added. */
  get count(): number {
    return this.#count;
  }

  /** The highest BM25 of all. */
  get highest(): number {
    return this.#highest;
  }

  add(docid: number, bm25: number): void {
    this.#count += 1;
    if (bm25 > this.#highest) this.#highest = bm25;
    if (bm25 <= this.#least) return;
    this.#kept.push({ docid, bm25 });
    if (this.#kept.length >= 2 * this.#most) this.#cut();
  }

  /** The best documents, best first. */
  list(): readonly Ranked[] {
    this.#cut();
    return this.#kept;
  }

  #cut(): void {
    this.#kept = this.#kept.sort((one, other) => other.bm25 - one.bm25).slice(0, this.#most);
    if (this.#kept.length === this.#most) this.#least = this.#kept.at(-1)?.bm25 ?? this.#least;
  }
}
