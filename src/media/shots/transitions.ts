import { ADAPTIVE, type CutRule, contentRule, judgeCut } from './cuts.ts';
import { type Blend, blendAt } from './dissolves.ts';
import { type Fade, FadeFinder, HOLD_SECONDS, RAMP_SECONDS } from './fades.ts';
import type { Look } from './look.ts';
import { Timeline } from './timeline.ts';
import type { Transition, TransitionKind } from './types.ts';

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
