import type { Times, TrackTimes } from '../clock/times.ts';
import type { Plan } from './hls-plan.ts';
import type { Made, MadeTrack } from './made.ts';

/** The stream to make. */
export interface Wish {
  readonly plan: Plan;
  /** What the file's packets say; undefined if they were not read. */
  readonly times: Times | undefined;
  /** Its length. */
  readonly seconds: number;
}

/** What is copied keeps its times but for rounding; what is encoded has a frame, or a packet of sound, more or less. */
const COPIED_SECONDS = 0.02;
const ENCODED_SECONDS = 0.15;
/** How far a copied stream may end from the end of the file. */
const END_SECONDS = 0.6;

/**
 * Compares a stream with what it should be: its length, and the first and last time of picture and sound.
 * @returns a clause on what differs; undefined if nothing does
 */
export function difference(made: Made, { plan, times, seconds }: Wish): string | undefined {
  const of = (kind: MadeTrack['kind']) => made.tracks.find((track) => track.kind === kind);
  const copies = plan.copyVideo || plan.copyAudio;
  const length = made.edges.at(-1) ?? 0;
  if (Math.abs(length - seconds) > (copies ? END_SECONDS : ENCODED_SECONDS))
    return `it lasts ${length.toFixed(2)} of ${seconds.toFixed(2)} s`;
  return (
    (plan.video &&
      trackDifference('picture', of('video'), plan.copyVideo ? times?.video : undefined, seconds)) ??
    (plan.audio && trackDifference('sound', of('audio'), plan.copyAudio ? times?.audio : undefined, seconds))
  );
}

/** @param copied times of what was copied; undefined if it was encoded */
function trackDifference(
  name: string,
  made: MadeTrack | undefined,
  copied: TrackTimes | undefined,
  seconds: number,
): string | undefined {
  if (!made) return `it has no ${name}`;
  const slack = copied ? COPIED_SECONDS : ENCODED_SECONDS;
  const first = Math.max(0, copied?.first ?? 0);
  if (Math.abs(made.first - first) > slack)
    return `its ${name} begins at ${made.first.toFixed(2)} instead of ${first.toFixed(2)} s`;
  if (copied && Math.abs(made.last - copied.last) > slack)
    return `its ${name} ends at ${made.last.toFixed(2)} instead of ${copied.last.toFixed(2)} s`;
  if (!copied && made.end < seconds - slack)
    return `its ${name} ends at ${made.end.toFixed(2)} of ${seconds.toFixed(2)} s`;
  return undefined;
}
