/** Shots: small frames of a film come in, spans between cuts, fades and dissolves go out, with facts about each. */

import { openWindow, type Span } from '../clock/window.ts';
import { type DamageReader, FILM_TIMES, TIMED_LEVEL } from '../decode/damage.ts';
import { frameSync, globalArgs } from '../ffmpeg/input.ts';
import { blocks, stream } from '../ffmpeg/stream.ts';
import { frameRateOf, ratioOf, round } from '../probe/shape.ts';
import type { Ffmpeg, FrameRate } from '../types.ts';
import { changeOf } from './distance.ts';
import type { ShotFacts } from './facts.ts';
import { emptyLook, LOOK_HEIGHT, LOOK_WIDTH, readLook } from './frame-analysis.ts';
import { type DetectorOptions, TransitionFinder } from './transitions.ts';
import type { Shot, ShotFrame, Transition } from './types.ts';

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

/** Range of frame rates for the analysis. */
const SLOWEST = 20;
const FASTEST = 60;

/** Deblocking costs a tenth of decoding and is invisible in a frame of 64 by 36. */
const QUICK = ['-skip_loop_filter', 'all'];

/** The window is in seconds of the file. */
export interface ShotFramesOptions extends Span {
  ffmpeg: Ffmpeg;
  /** Frames per second, from `shotRate`. */
  rate: FrameRate;
  signal?: AbortSignal | undefined;
  /** Is told where the decoder reported errors. Without it, the pass is 2 to 5 % shorter. */
  damage?: DamageReader | undefined;
}

/**
 * The frame rate for the analysis of a film: its own, a multiple of it below 20 frames per second (slide shows, screen
 * recordings with a variable rate), a fraction of it above 60.
 * @param own the probed rate, null if unknown
 */
export function shotRate(own: FrameRate | null): FrameRate {
  const [frames, seconds] = ratioOf(own?.rational) ?? [25, 1];
  const value = frames / seconds;
  if (value < SLOWEST) return exact(frames * Math.ceil(SLOWEST / value), seconds);
  return exact(frames, seconds * Math.ceil(value / FASTEST - 1e-3));
}

function exact(frames: number, seconds: number): FrameRate {
  const rate = frameRateOf(`${frames}/${seconds}`);
  return rate ?? { rational: '25/1', value: 25 };
}

/**
 * Decodes every frame of the main video stream, small. Frames have a constant rate from the window's start: with a
 * variable frame rate, frames are repeated or dropped so that each is at most one step from its real time. A film that
 * starts late starts with repetitions of its first frame.
 *
 * Area averaging costs 4 % more than the cheapest scaler and finds more (F1 of cuts 0.995 against 0.992), because it
 * removes noise. Without deblocking, the whole pass costs about as much as decoding alone.
 * @throws MediaError if the file has no picture or cannot be decoded
 */
export async function* shotFrames(file: string, options: ShotFramesOptions): AsyncGenerator<ShotFrame> {
  const { ffmpeg, rate, signal, damage } = options;
  const { input, frames: before, framesEnd } = await openWindow(file, options, { ...options, before: QUICK });
  const small = `${before}fps=fps=${rate.rational}:start_time=0:round=near${framesEnd},scale=${LOOK_WIDTH}:${LOOK_HEIGHT}:flags=area,format=rgb24`;
  const graph = damage ? `[0:V:0]split[a][b];[a]${small}[small];[b]${FILM_TIMES}` : `[0:V:0]${small}[small]`;
  const args = [...globalArgs(damage ? TIMED_LEVEL : undefined), '-nostats', ...input];
  args.push('-filter_complex', graph, '-map', '[small]', ...frameSync(ffmpeg, 'passthrough'));
  const [frames, seconds] = ratioOf(rate.rational) ?? [25, 1];
  const start = Math.max(0, options.startSeconds ?? 0);
  let index = 0;
  const output = stream(ffmpeg.path, [...args, '-flush_packets', '0', '-f', 'rawvideo', 'pipe:1'], {
    file,
    signal,
    onErrorText: damage?.read,
  });
  for await (const data of blocks(output, LOOK_WIDTH * LOOK_HEIGHT * 3)) {
    yield { seconds: start + (index * seconds) / frames, data };
    index += 1;
  }
}

export interface ShotOptions extends DetectorOptions, SpanOptions {
  /** Collects other facts about the frames in the same pass. */
  facts?: ShotFacts | undefined;
}

/**
 * Finds the shots of a film while its frames arrive. Memory does not depend on its length: about seven seconds of small
 * frames are kept, and a shot is returned about that long after the next one has started.
 *
 * A cut is placed on the first frame of the new shot. Flashes, noise, flicker and camera movement do not make shots.
 * @param frames all frames of the window, in order, evenly spaced, from `shotFrames`
 * @returns shots in order; none if there is no change of shots
 */
export async function* detectShots(
  frames: AsyncIterable<ShotFrame>,
  options: ShotOptions,
): AsyncGenerator<Shot> {
  const finder = new TransitionFinder(options);
  const spans = new SpanMaker(options);
  let last = options.start ?? 0;
  for await (const { seconds, data } of frames) {
    const time = seconds ?? (options.start ?? 0) + finder.length / options.fps;
    for (const change of finder.push(data, time)) yield* spans.add(change);
    const look = finder.look(finder.length - 1);
    if (look) options.facts?.add(look);
    last = time + 1 / options.fps;
  }
  let closing: Transition | undefined;
  for (const change of finder.end()) {
    if (change.end >= finder.length) closing = change;
    else yield* spans.add(change);
  }
  yield* spans.finish(last, closing);
}

/**
 * Collects facts from distant frames, for example key frames: brightness and colours are valid, motion is the change
 * from one to the next.
 */
export async function coarseFacts(frames: AsyncIterable<ShotFrame>, facts: ShotFacts): Promise<number> {
  let [before, look] = [emptyLook(), emptyLook()];
  let index = 0;
  for await (const { seconds, data } of frames) {
    readLook(data, look);
    look.index = index;
    look.time = seconds ?? 0;
    look.change = index > 0 ? changeOf(before, look) : 0;
    facts.add(look);
    [before, look] = [look, before];
    index += 1;
  }
  return index;
}
export { type ColourShare, type PartFacts, ShotFacts } from './facts.ts';
export { LOOK_HEIGHT, LOOK_WIDTH } from './frame-analysis.ts';
export { CONTENT_THRESHOLD } from './transitions.ts';
export type { Shot, ShotFrame, Transition, TransitionKind } from './types.ts';
