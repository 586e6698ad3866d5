import { frameRateOf, ratioOf } from '../probe/shape.ts';
import type { FrameRate } from '../types.ts';

/** Range of rates for what is encoded. Films have 23.976; an average below comes from slow or variable rates. */
const SLOWEST = 23.9;
const FASTEST = 60;

/**
 * The constant rate for encoding a film: its own; a multiple of it where it is slow or an average, so that each frame
 * is shown at its time; a fraction of it above 60 frames per second.
 * @param own the probed average, null if unknown
 */
export function encodingRate(own: FrameRate | null): string {
  const [frames, seconds] = ratioOf(own?.rational) ?? [25, 1];
  const value = frames / seconds;
  const ratio =
    value < SLOWEST
      ? `${frames * Math.ceil(SLOWEST / value)}/${seconds}`
      : `${frames}/${seconds * Math.ceil(value / FASTEST - 1e-3)}`;
  return frameRateOf(ratio)?.rational ?? '25/1';
}

/**
 * The filter before times are shifted or compared, with a comma: setpts cuts them down to whole ticks, trim rounds to them,
 * and a tick of AVI or Ogg is a frame.
 */
export const FINE_TICKS = 'settb=AVTB,';

/**
 * The filters that give frames a constant rate from 0 on, without an end. A frame that starts within a quarter of a step after
 * a step counts as its own: rounded clocks of containers then neither double nor drop frames. The frame standing at 0 comes
 * first, also if it is the last one of the film, which `fps` drops where nothing follows it; and the last one is shown, even if
 * it is shorter than a step.
 */
export function constantRate(rate: string): string {
  const [frames, seconds] = ratioOf(rate) ?? [25, 1];
  const steady = `fps=fps=${rate}:round=near`;
  const shifted = `${FINE_TICKS}setpts=PTS-${(seconds / frames / 4).toFixed(6)}/TB`;
  return `${shifted},${steady}:eof_action=pass,tpad=stop_mode=clone:stop=-1,${steady}:start_time=0`;
}
