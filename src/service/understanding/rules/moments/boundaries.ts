import type { Evidence, JudgeRequest } from './port.ts';

/** Lines that belong to a moment: positions among the evidence, both inclusive. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** When a moment begins and ends, in seconds, and the lines in it. */
export interface BoundedRange extends LineRange {
  readonly start: number;
  readonly end: number;
}

type Bounds = Pick<
  JudgeRequest,
  'boundaryPolicy' | 'minDuration' | 'maxDuration' | 'cuts' | 'duration' | 'evidence'
>;

/** A silence of this many seconds is a pause. */
const PAUSE = 1;
/** How far a loose boundary may move, in seconds. */
const LOOSE_REACH = 15;

/**
 * When the moment of some lines begins and ends.
 * `tight`: with the lines themselves. `sentence`: with whole lines, neighbours included where the shortest duration needs
 * them. `loose`: with the nearest cut or pause before and after.
 * @returns undefined if the file is shorter than the shortest duration
 */
export function boundsOf(bounds: Bounds, range: LineRange): BoundedRange | undefined {
  const { boundaryPolicy, minDuration, maxDuration, duration } = bounds;
  if (duration < minDuration) return undefined;
  const fitting = shortened(bounds, range);
  const chosen = boundaryPolicy === 'sentence' ? lengthened(bounds, fitting) : fitting;
  const own = timesOf(bounds.evidence, chosen);
  const times = boundaryPolicy === 'loose' ? loosened(bounds, own) : own;
  return { ...chosen, ...padded({ ...times, end: Math.min(times.end, times.start + maxDuration) }, bounds) };
}

interface Times {
  readonly start: number;
  readonly end: number;
}

/** From the first line's start to the last end among the lines. */
function timesOf(evidence: readonly Evidence[], { from, to }: LineRange): Times {
  const inside = evidence.slice(from, to + 1);
  return { start: inside[0]?.start ?? 0, end: Math.max(...inside.map(({ end }) => end)) };
}

const lengthOf = ({ start, end }: Times) => end - start;

/** As many of the first lines as the longest duration allows. */
function shortened({ evidence, maxDuration }: Bounds, { from, to }: LineRange): LineRange {
  let last = to;
  while (last > from && lengthOf(timesOf(evidence, { from, to: last })) > maxDuration) last -= 1;
  return { from, to: last };
}

/** With neighbours until the shortest duration is reached: the nearer one first. */
function lengthened({ evidence, minDuration, maxDuration }: Bounds, range: LineRange): LineRange {
  let { from, to } = range;
  for (;;) {
    const own = timesOf(evidence, { from, to });
    if (lengthOf(own) >= minDuration) return { from, to };
    const [before, after] = [evidence[from - 1], evidence[to + 1]];
    const options = [
      ...(after ? [{ gap: after.start - own.end, next: { from, to: to + 1 } }] : []),
      ...(before ? [{ gap: own.start - before.end, next: { from: from - 1, to } }] : []),
    ].filter(({ gap, next }) => gap <= PAUSE && lengthOf(timesOf(evidence, next)) <= maxDuration);
    const [nearest] = options.sort((one, other) => one.gap - other.gap);
    if (!nearest) return { from, to };
    ({ from, to } = nearest.next);
  }
}

/** To the nearest cut or pause on each side, as far as there is room. */
function loosened({ evidence, cuts, duration, maxDuration }: Bounds, { start, end }: Times): Times {
  const ends = [...cuts, ...pausesIn(evidence), 0, duration];
  const before = Math.max(start - LOOSE_REACH, ...ends.filter((time) => time <= start), 0);
  const after = Math.min(end + LOOSE_REACH, ...ends.filter((time) => time >= end), duration);
  const room = Math.max(0, maxDuration - (end - start));
  const late = Math.min(after, end + room);
  const early = Math.max(before, start - Math.max(0, room - (late - end)));
  return { start: early, end: late };
}

/** The middle of each pause. */
function pausesIn(evidence: readonly Evidence[]): number[] {
  let until = evidence[0]?.end ?? 0;
  return evidence.slice(1).flatMap(({ start, end }) => {
    const silent = start - until;
    const middle = until + silent / 2;
    until = Math.max(until, end);
    return silent >= PAUSE ? [middle] : [];
  });
}

/** At least the shortest duration, in equal parts before and after, inside the file. */
function padded({ start, end }: Times, { minDuration, duration }: Bounds): Times {
  const missing = Math.max(0, minDuration - (end - start));
  const early = Math.max(0, Math.min(start - missing / 2, duration - (end - start) - missing));
  return missing === 0
    ? { start: Math.max(0, start), end: Math.min(duration, end) }
    : { start: early, end: Math.min(duration, early + (end - start) + missing) };
}
