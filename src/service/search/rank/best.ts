/** A document and its score. */
export interface Ranked {
  readonly docid: number;
  readonly score: number;
}

/** Keeps the best of many documents; equal ones in the order in which they came. Counts all. */
export class Best {
  readonly #most: number;
  #docids = new Float64Array(32);
  #scores = new Float64Array(32);
  #kept = 0;
  #least = Number.NEGATIVE_INFINITY;
  #count = 0;
  #highest = 0;

  /** @param most number of documents to keep, at least 1 */
  constructor(most: number) {
    this.#most = most;
  }

  /** Number of documents added. */
  get count(): number {
    return this.#count;
  }

  /** The highest score of all. */
  get highest(): number {
    return this.#highest;
  }

  /** Documents with this score or less are not kept any more. */
  get least(): number {
    return this.#least;
  }

  add(docid: number, score: number): void {
    this.#count += 1;
    if (score > this.#highest) this.#highest = score;
    if (score <= this.#least) return;
    if (this.#kept === this.#scores.length) this.#makeRoom();
    this.#docids[this.#kept] = docid;
    this.#scores[this.#kept] = score;
    this.#kept += 1;
  }

  /** Calls `take` for each of the best documents, and for some others, in the order in which they came. */
  each(take: (docid: number, score: number) => void): void {
    for (let at = 0; at < this.#kept; at += 1) take(this.#docids[at] ?? 0, this.#scores[at] ?? 0);
  }

  /** The best documents, best first; equal ones in the order of docid. */
  list(): readonly Ranked[] {
    if (this.#kept > this.#most) this.#cut();
    const all: Ranked[] = [];
    this.each((docid, score) => {
      all.push({ docid, score });
    });
    return all.sort((one, other) => other.score - one.score || one.docid - other.docid);
  }

  #makeRoom(): void {
    if (this.#kept >= 2 * this.#most) this.#cut();
    else {
      const size = Math.min(2 * this.#scores.length, Math.max(this.#scores.length + 1, 2 * this.#most));
      this.#docids = grown(this.#docids, size);
      this.#scores = grown(this.#scores, size);
    }
  }

  /** Drops all but the best. */
  #cut(): void {
    const sorted = this.#scores.slice(0, this.#kept).sort();
    this.#least = sorted[this.#kept - this.#most] ?? this.#least;
    let equal = 0;
    for (let at = this.#kept - this.#most; at < this.#kept && sorted[at] === this.#least; at += 1) equal += 1;
    let kept = 0;
    for (let at = 0; at < this.#kept; at += 1) {
      const score = this.#scores[at] ?? 0;
      if (score < this.#least || (score === this.#least && equal-- <= 0)) continue;
      this.#docids[kept] = this.#docids[at] ?? 0;
      this.#scores[kept] = score;
      kept += 1;
    }
    this.#kept = kept;
  }
}

function grown(numbers: Float64Array<ArrayBuffer>, size: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(size);
  larger.set(numbers);
  return larger;
}
