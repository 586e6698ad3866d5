import { ADAPTIVE, type CutRule, contentRule, isOtherPage, judgeCut } from './cuts.ts';
import { type Blend, blendAt } from './dissolves.ts';
import type { Look } from './frame-analysis.ts';
import { Timeline } from './timeline.ts';
import type { Transition, TransitionKind } from './types.ts';

/** A plain black or white picture: hardly any contrast, at the end of the range. */
const BLANK_CONTRAST = 5;
const BLACK = 20;
const WHITE = 232;

/** Longest ramp to or from black to follow, in seconds. */
const RAMP_SECONDS = 1.6;
/** A longer black is a shot of its own between two fades. */
const HOLD_SECONDS = 2;
/** A ramp has ended when brightness grows by less than a twenty-fifth in this many seconds. */
const SETTLED_SECONDS = 0.16;
const SETTLED_GROWTH = 1.04;
/** Frames that must be neither blank nor full for a ramp to be a fade, not a cut. */
const LEAST_FRAMES = 3;

/** A fade: from the first darkened frame to the first normal one. */
interface Fade {
  start: number;
  end: number;
}

/** Follows a film frame by frame and finds its fades. Bounded: remembers one black at a time. */
class FadeFinder {
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

/** The usual threshold of the content detector. */
export const CONTENT_THRESHOLD = 27;

/** Frames that must be seen after a possible cut. */
const CUT_DELAY = 12;
/** Dissolve centres to try per second. */
const DISSOLVE_TRIES = 12;
/** Minimum distance between two dissolves, in seconds. */
const DISSOLVE_APART = 0.8;

export interface DetectorOptions {
  detector: 'adaptive' | 'content';
  /** For the content detector: HSV change above which a frame is a cut. Default 27. */
  threshold?: number | undefined;
  /** Frame rate of the sequence. */
  fps: number;
}

/**
 * Finds cuts, fades and dissolves in a sequence of any length. Keeps a few seconds of frames; results come out in
 * order, at most `delay` frames late.
 */
export class TransitionFinder {
  /** Frames between seeing one and deciding about it. */
  readonly delay: number;
  readonly #timeline: Timeline;
  readonly #rule: CutRule;
  readonly #fps: number;
  /** Dissolves are long: not every frame has to be tried as a centre. */
  readonly #stride: number;
  readonly #fadeFinder: FadeFinder;
  #cuts: number[] = [];
  #disturbed: number[] = [];
  #blends: Blend[] = [];
  #fades: Fade[] = [];
  /** Transitions that start before this frame have been returned. */
  #released = 0;

  constructor({ detector, threshold, fps }: DetectorOptions) {
    this.#fps = fps;
    this.#stride = Math.max(1, Math.round(fps / DISSOLVE_TRIES));
    this.#rule = detector === 'content' ? contentRule(threshold ?? CONTENT_THRESHOLD) : ADAPTIVE;
    const ramp = this.#frames(RAMP_SECONDS);
    this.delay = 2 * ramp + this.#frames(HOLD_SECONDS) + CUT_DELAY;
    this.#timeline = new Timeline(this.delay + ramp);
    this.#fadeFinder = new FadeFinder(this.#timeline, fps);
  }

  /** Number of frames seen. */
  get length(): number {
    return this.#timeline.length;
  }

  /** @returns a frame of the last few seconds */
  look(index: number): Look | undefined {
    return this.#timeline.at(index);
  }

  /** Adds the next frame. @returns the transitions that are now certain */
  push(rgb: Uint8Array, seconds: number): Transition[] {
    const { index } = this.#timeline.push(rgb, seconds);
    this.#examine(index - CUT_DELAY, index - this.#frames(RAMP_SECONDS));
    return this.#release(index - this.delay);
  }

  /** Ends the sequence. @returns the transitions that were still open */
  end(): Transition[] {
    const { length } = this.#timeline;
    const ramp = this.#frames(RAMP_SECONDS);
    for (let index = length; index < length + ramp; index += 1)
      this.#examine(index - CUT_DELAY, index - ramp);
    const last = this.#fadeFinder.finish(length);
    if (last) this.#fades.push(last);
    return this.#release(length);
  }

  #frames(seconds: number): number {
    return Math.max(1, Math.round(seconds * this.#fps));
  }

  #examine(forCut: number, forGradual: number): void {
    const verdict = judgeCut(this.#timeline, forCut, this.#rule, this.#fps);
    if (verdict === 'cut') this.#cuts.push(forCut);
    if (verdict === 'disturbance') this.#disturbed.push(forCut);
    const isPage = this.#rule === ADAPTIVE && isOtherPage(this.#timeline, forGradual, this.#fps);
    if (isPage && this.#free(forGradual - 1, forGradual)) this.#cuts.push(forGradual);
    const fade = this.#fadeFinder.see(forGradual);
    if (fade) this.#fades.push(fade);
    if (forGradual < 0 || forGradual % this.#stride > 0) return;
    const blend = blendAt(this.#timeline, forGradual, this.#fps, (from, to) => this.#free(from, to));
    if (blend) this.#keepBest(blend);
  }

  #free(from: number, to: number): boolean {
    const inside = (index: number) => index > from && index <= to;
    return !this.#cuts.some(inside) && !this.#disturbed.some(inside);
  }

  /** Of dissolves close together, keeps only the most certain. */
  #keepBest(blend: Blend): void {
    const last = this.#blends.at(-1);
    const apart =
      !last || (blend.start > last.end && blend.centre - last.centre > this.#frames(DISSOLVE_APART));
    if (apart) this.#blends.push(blend);
    else if (blend.score > last.score) this.#blends[this.#blends.length - 1] = blend;
  }

  /** Everything that starts before a frame, in order. What lies inside a fade is part of it. */
  #release(before: number): Transition[] {
    const covered = ({ start, end }: Fade) =>
      this.#fades.some((fade) => start <= fade.end && end >= fade.start);
    const out: Transition[] = [];
    for (const fade of this.#fades)
      if (fade.start < before && fade.start >= this.#released) out.push(this.#transition('gradual', fade));
    for (const blend of this.#blends)
      if (blend.start < before && !covered(blend)) out.push(this.#transition('gradual', blend));
    for (const start of this.#cuts)
      if (start < before && !covered({ start, end: start }))
        out.push(this.#transition('cut', { start, end: start }));
    this.#released = Math.max(this.#released, before);
    this.#fades = this.#fades.filter((fade) => fade.end >= before);
    this.#blends = this.#blends.filter((blend) => blend.start >= before);
    this.#cuts = this.#cuts.filter((cut) => cut >= before);
    this.#disturbed = this.#disturbed.filter((at) => at >= before);
    return out.sort((a, b) => a.start - b.start);
  }

  #transition(kind: TransitionKind, { start, end }: Fade): Transition {
    return { kind, start, end, start_time: this.#seconds(start), end_time: this.#seconds(end) };
  }

  /** The time of a frame in seconds, including one just past the last. */
  #seconds(index: number): number {
    const look = this.#timeline.at(index) ?? this.#timeline.at(this.#timeline.length - 1);
    return look ? look.time + Math.max(0, index - look.index) / this.#fps : 0;
  }
}
