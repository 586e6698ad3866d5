import { round } from '../probe/numbers.ts';
import type { Shot, Transition } from './types.ts';

export interface SpanOptions {
  /** A shot shorter than this joins the next one, the last one the one before. Seconds, default 0.6. */
  min_seconds?: number | undefined;
  /** A shot longer than this is split into equal parts; wins over min_seconds. Seconds, default 300. */
  max_seconds?: number | undefined;
  /**
   * True (default): shots follow each other without a gap from the window's start to its end, and a gradual transition is
   * divided in its middle. False: the frames of gradual transitions belong to no shot, also those of a fade in at
   * the start and a fade out at the end.
   */
  fill_gaps?: boolean | undefined;
  /** Window in seconds of the film; by default from 0 to the end of the last frame. */
  start?: number | undefined;
  end?: number | undefined;
}

/** Makes shots out of transitions as they come. Remembers two shots at most. */
export class SpanMaker {
  readonly #min: number;
  readonly #max: number;
  readonly #fill: boolean;
  readonly #end: number | undefined;
  /** The shot that is going on, and the one before it, which may still grow by a short last one. */
  #open: Omit<Shot, 'end_time'>;
  #held: Shot | undefined;
  #changes = 0;

  constructor(options: SpanOptions) {
    this.#min = options.min_seconds ?? 0.6;
    this.#max = options.max_seconds ?? 300;
    this.#fill = options.fill_gaps ?? true;
    this.#end = options.end;
    this.#open = { start_time: options.start ?? 0, transition: null };
  }

  /** @returns the shots that are complete now */
  add(change: Transition): Shot[] {
    if (change.start <= 0) {
      if (!this.#fill) this.#open.start_time = change.end_time;
      return [];
    }
    this.#changes += 1;
    const middle = (change.start_time + change.end_time) / 2;
    const end_time = this.#fill ? middle : change.start_time;
    if (end_time - this.#open.start_time < this.#min) return [];
    const done = this.#held;
    this.#held = { ...this.#open, end_time };
    this.#open = { start_time: this.#fill ? middle : change.end_time, transition: change.kind };
    return done ? this.#split(done) : [];
  }

  /**
   * The film has ended.
   * @param last end of the last frame, seconds
   * @param closing the fade out that the film ends in
   * @returns the last shots; none at all where shots never changed
   */
  finish(last: number, closing?: Transition): Shot[] {
    if (this.#changes === 0) return [];
    const end_time = closing && !this.#fill ? closing.start_time : (this.#end ?? last);
    const held = this.#held;
    if (held && end_time - this.#open.start_time < this.#min) {
      return this.#split({ ...held, end_time: Math.max(held.end_time, end_time) });
    }
    return [...(held ? this.#split(held) : []), ...this.#split({ ...this.#open, end_time })];
  }

  #split({ start_time, end_time, transition }: Shot): Shot[] {
    const length = end_time - start_time;
    const parts = Math.max(1, Math.ceil(length / this.#max - 1e-6));
    const at = (part: number) => round(start_time + (length * part) / parts, 3);
    return Array.from({ length: parts }, (_, part) => ({
      start_time: at(part),
      end_time: at(part + 1),
      transition: part === 0 ? transition : null,
    }));
  }
}
