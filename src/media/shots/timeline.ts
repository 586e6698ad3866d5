import { changeOf } from './distance.ts';
import { emptyLook, type Look, readLook } from './frame-analysis.ts';

/** The last few seconds of frames, however long the film is. */
export class Timeline {
  readonly #ring: Look[];
  #next = 0;

  /** @param capacity number of frames kept */
  constructor(capacity: number) {
    this.#ring = Array.from({ length: capacity }, emptyLook);
  }

  /** Number of frames seen. */
  get length(): number {
    return this.#next;
  }

  /** Index of the oldest kept frame. */
  get first(): number {
    return Math.max(0, this.#next - this.#ring.length);
  }

  push(rgb: Uint8Array, time: number): Look {
    const look = this.#ring[this.#next % this.#ring.length] as Look;
    readLook(rgb, look);
    look.index = this.#next;
    look.time = time;
    const before = this.at(this.#next - 1);
    look.change = before ? changeOf(before, look) : 0;
    this.#next += 1;
    return look;
  }

  /** @returns the frame, or undefined if it is no longer kept or not seen yet */
  at(index: number): Look | undefined {
    if (index < this.first || index >= this.#next) return undefined;
    return this.#ring[index % this.#ring.length];
  }
}
