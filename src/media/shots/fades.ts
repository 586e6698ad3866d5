import type { Look } from './look.ts';
import type { Timeline } from './timeline.ts';

/** A plain black or white picture: hardly any contrast, at the end of the range. */
const BLANK_CONTRAST = 5;
const BLACK = 20;
const WHITE = 232;

/** Longest ramp to or from black to follow, in seconds. */
export const RAMP_SECONDS = 1.6;
/** A longer black is a shot of its own between two fades. */
export const HOLD_SECONDS = 2;
/** A ramp has ended when brightness grows by less than a twenty-fifth in this many seconds. */
const SETTLED_SECONDS = 0.16;
const SETTLED_GROWTH = 1.04;
/** Frames that must be neither blank nor full for a ramp to be a fade, not a cut. */
const LEAST_FRAMES = 3;

/** A fade: from the first darkened frame to the first normal one. */
export interface Fade {
  start: number;
  end: number;
}

/** Follows a film frame by frame and finds its fades. Bounded: remembers one black at a time. */
export class FadeFinder {
  readonly #timeline: Timeline;
  readonly #fps: number;
  /** The current black: its first frame, and the frames of the ramp into it. */
  #blank: { from: number; level: number; ramp: number; reported: boolean } | undefined;

  constructor(timeline: Timeline, fps: number) {
    this.#timeline = timeline;
    this.#fps = fps;
  }

  /** Processes one frame; RAMP_SECONDS after it must have been seen. @returns a fade that is now certain, or null */
  see(index: number): Fade | null {
    const look = this.#timeline.at(index);
    if (!look) return null;
    if (isBlank(look)) return this.#stay(look);
    const blank = this.#blank;
    this.#blank = undefined;
    if (!blank) return null;
    const out = rampFrom(this.#timeline, index - 1, 1, blank.level, this.#fps);
    if (blank.reported) return out > 0 ? { start: index, end: index + out } : null;
    return out > 0 || blank.ramp > 0 ? { start: blank.from - blank.ramp, end: index + out } : null;
  }

  /** Ends the film: a black at its end is a fade-out. @param end number of frames */
  finish(end: number): Fade | null {
    const blank = this.#blank;
    this.#blank = undefined;
    return blank && !blank.reported && blank.ramp > 0 ? { start: blank.from - blank.ramp, end } : null;
  }

  #stay(look: Look): Fade | null {
    this.#blank ??= {
      from: look.index,
      level: look.brightness,
      ramp: rampFrom(this.#timeline, look.index, -1, look.brightness, this.#fps),
      reported: false,
    };
    const blank = this.#blank;
    if (blank.reported || look.index - blank.from < HOLD_SECONDS * this.#fps) return null;
    blank.reported = true;
    return blank.ramp > 0 ? { start: blank.from - blank.ramp, end: blank.from } : null;
  }
}

function isBlank(look: Look): boolean {
  return look.contrast < BLANK_CONTRAST && (look.brightness < BLACK || look.brightness > WHITE);
}

/**
 * Length in frames of the ramp out of a black or white, in either direction of time.
 * @returns 0 if it is a jump, not a ramp
 */
function rampFrom(timeline: Timeline, blank: number, way: 1 | -1, level: number, fps: number): number {
  const settled = Math.max(2, Math.round(SETTLED_SECONDS * fps));
  const longest = Math.round(RAMP_SECONDS * fps);
  const far = (step: number) => {
    const look = timeline.at(blank + way * step);
    return look ? Math.abs(look.brightness - level) : undefined;
  };
  let length = 1;
  while (length < longest) {
    const now = far(length) ?? 0;
    const later = far(length + settled);
    if (later === undefined || later < now * SETTLED_GROWTH + 0.5) break;
    length += 1;
  }
  const full = far(length) ?? 0;
  let between = 0;
  for (let step = 1; step < length; step += 1) {
    const part = (far(step) ?? 0) / Math.max(1, full);
    if (part > 0.1 && part < 0.9) between += 1;
  }
  return between >= LEAST_FRAMES ? length - 1 : 0;
}
