import type { ShotFacts } from './facts.ts';
import { SpanMaker, type SpanOptions } from './spans.ts';
import { type DetectorOptions, TransitionFinder } from './transitions.ts';
import type { Shot, ShotFrame, Transition } from './types.ts';

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

/** Like `detectShots`, all at once. */
export async function allShots(frames: AsyncIterable<ShotFrame>, options: ShotOptions): Promise<Shot[]> {
  const shots: Shot[] = [];
  for await (const shot of detectShots(frames, options)) shots.push(shot);
  return shots;
}
