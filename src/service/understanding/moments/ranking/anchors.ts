import type { Criterion } from '../../../../contract/index.ts';
import type { BoundedRange } from '../boundaries.ts';
import { cues, type ReadLine } from '../cues/index.ts';
import type { Evidence } from '../port.ts';
import { strengthsOf } from './candidates.ts';

const BEGINS = /\b(?:starts?|begins?|beginning|onset|opening)\b/;
const ENDS = /\b(?:ends?|ending|finish\w*|closing|conclusion)\b/;
/** Less than this is no place. */
const SURE = 0.5;

/**
 * The named times of a moment, where their description names its beginning, its end, or a cue that one of its lines
 * has. Others are left out; undefined if a required one is.
 */
export function anchorsOf(
  { anchors = {} }: Criterion,
  range: BoundedRange,
  evidence: readonly Evidence[],
  lines: readonly ReadLine[],
): Record<string, number> | undefined {
  const found: Record<string, number> = {};
  for (const [name, { required, description = '' }] of Object.entries(anchors)) {
    const time = timeOf(`${name.replaceAll('_', ' ')} ${description}`.toLowerCase(), range, evidence, lines);
    if (time !== undefined) found[name] = Math.min(range.end, Math.max(range.start, time));
    else if (required) return undefined;
  }
  return found;
}

function timeOf(
  asked: string,
  { from, to, start, end }: BoundedRange,
  evidence: readonly Evidence[],
  lines: readonly ReadLine[],
): number | undefined {
  const inside = lines.slice(from, to + 1);
  const places = cues
    .filter((cue) => !cue.qualifies && cue.asked.test(asked))
    .flatMap((cue) => strengthsOf(cue, inside).map((strength, at) => ({ strength, at })))
    .filter(({ strength }) => strength >= SURE)
    .sort((one, other) => other.strength - one.strength);
  const line = places[0] && evidence[from + places[0].at];
  if (line) return ENDS.test(asked) ? line.end : line.start;
  if (ENDS.test(asked)) return end;
  return BEGINS.test(asked) ? start : undefined;
}
