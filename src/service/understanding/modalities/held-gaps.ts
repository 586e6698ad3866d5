import type { gapReasons, OneOf } from '../../../contract/values/enums.ts';
import type { Damage } from '../../../media/index.ts';
import type { Doubt } from './lines.ts';

export type GapReason = OneOf<typeof gapReasons>;

/** What one modality did not perceive of a file, as stored with its result. Spans are [start, end] in seconds, in order. */
export interface HeldGap {
  readonly reason: GapReason;
  /** Why it failed. */
  readonly why?: string;
  /** Number of lines that are not trusted, and why they are not. */
  readonly lines?: number;
  readonly doubts?: readonly Doubt[];
  readonly spans?: readonly (readonly [number, number])[];
}

/** Lines closer than this, in seconds, are shown as one span. */
const TOGETHER_SECONDS = 10;
/** Spans that are stored. */
const MOST_SPANS = 20;

/** The gap that damage leaves; none without damage. */
export function damageGaps(damage: readonly Damage[]): HeldGap[] {
  return damage.length > 0 ? [{ reason: 'damaged', spans: spansOf(damage) }] : [];
}

/** Where lines are: those close together as one span. */
export function spansOf(
  lines: readonly { readonly start: number; readonly end: number }[],
): [number, number][] {
  const spans: [number, number][] = [];
  for (const { start, end } of [...lines].sort((one, other) => one.start - other.start)) {
    const last = spans.at(-1);
    if (last && start - last[1] <= TOGETHER_SECONDS) last[1] = Math.max(last[1], end);
    else spans.push([start, end]);
  }
  return spans.slice(0, MOST_SPANS);
}
