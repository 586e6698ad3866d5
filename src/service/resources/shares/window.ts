/** A span of a share in seconds; 0 is the start of the share. */
export interface Window {
  readonly start: number;
  readonly end: number;
}

/** How far a clip may exceed the end, in seconds: callers round durations. */
const SLACK_SECONDS = 0.05;

/** The window as a path segment: `5.5-12`. */
export function windowText({ start, end }: Window): string {
  return `${exact(start)}-${exact(end)}`;
}

/** @returns the window in a path segment; undefined if it is not one */
export function windowFrom(text: string): Window | undefined {
  const parts = /^(\d{1,7}(?:\.\d{1,3})?)-(\d{1,7}(?:\.\d{1,3})?)$/.exec(text);
  const [start, end] = [Number(parts?.[1]), Number(parts?.[2])];
  return end > start ? { start, end } : undefined;
}

/**
 * Why a clip of a share that lasts `duration` seconds is invalid, as a sentence; undefined if it is valid. A missing
 * start or end is undefined.
 */
export function clipProblem(
  start: number | undefined,
  end: number | undefined,
  duration: number | undefined,
): string | undefined {
  if (start === undefined && end === undefined) return undefined;
  if (start === undefined || end === undefined)
    return 'clip_start and clip_end go together: give both or neither';
  if (!(start >= 0 && exact(end) > exact(start)))
    return 'clip_start must be 0 or more, and clip_end above it';
  if (duration !== undefined && end > duration + SLACK_SECONDS)
    return `clip_end must be at most ${exact(duration)}, where the share ends`;
  return undefined;
}

/** Clips have millisecond precision. */
function exact(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
