import { round } from '../probe/numbers.ts';
import type { Shot, Transition } from './types.ts';

export interface SpanOptions {
  /** A shorter shot is merged into the next one, the last one into the previous. Seconds, default 0.6. */
  min_seconds?: number | undefined;
  /** A longer shot is split into equal parts; takes precedence over min_seconds. Seconds, default 300. */
  max_seconds?: number | undefined;
  /**
   * True (default): shots follow each other without a gap from the window's start to its end, and a gradual transition
   * is split in its middle. False: the frames of gradual transitions belong to no shot, including a fade-in at the
   * start and a fade-out at the end.
   */
  fill_gaps?: boolean | undefined;
  /** Window in seconds of the film; default: from 0 to the end of the last frame. */
  start?: number | undefined;
  end?: number | undefined;
}

/** Turns transitions into shots as they arrive. Remembers at most two shots. */
export class SpanMaker {
  readonly #min: number;
  readonly #max: number;
  readonly #fill: boolean;
  readonly #end: number | undefined;
  /** The current shot, and the previous one, which may still absorb a short last one. */
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
   * Ends the film.
   * @param last end of the last frame, in seconds
   * @param closing the fade-out at the end of the film
   * @returns the last shots; none at all if there was no transition
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
