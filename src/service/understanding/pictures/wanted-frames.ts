/** A frame that stands for a part of a film. Times in seconds; all 0 for an image. */
export interface FramePlace {
  readonly start: number;
  readonly end: number;
  /** When it is shown: the middle of the part. */
  readonly time: number;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** A longer shot is looked at in equal parts of at most this many seconds. */
const PART_SECONDS = 10;

/** Most frames of a film. One takes some 0.1 to 0.3 s. */
const MOST_FRAMES = 600;

/**
 * The frames of a film that stand for all of it: one of each shot, and more of long ones. Of a film with more than 600
 * parts, as many are spread over it evenly.
 * @param duration seconds; null for an image
 */
export function framesOf(shots: readonly Span[], duration: number | null): FramePlace[] {
  if (duration === null) return [{ start: 0, end: 0, time: 0 }];
  const spans = shots.length > 0 ? shots : [{ start: 0, end: duration }];
  const all = spans.flatMap(partsOf);
  if (all.length <= MOST_FRAMES) return all;
  return Array.from({ length: MOST_FRAMES }, (_, at) => {
    const one = all[Math.floor(((at + 0.5) * all.length) / MOST_FRAMES)];
    return one ?? { start: 0, end: duration, time: duration / 2 };
  });
}

function partsOf({ start, end }: Span): FramePlace[] {
  const count = Math.max(1, Math.ceil((end - start) / PART_SECONDS - 1e-6));
  const at = (index: number) => milliseconds(start + ((end - start) * index) / count);
  return Array.from({ length: count }, (_, index) => ({
    ...{ start: at(index), end: at(index + 1) },
    time: milliseconds((at(index) + at(index + 1)) / 2),
  }));
}

const milliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;
