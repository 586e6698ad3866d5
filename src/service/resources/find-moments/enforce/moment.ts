import type { Evidence, JudgedMoment, JudgeRequest } from '../../../understanding/moments/port.ts';
import { checkedData } from './data.ts';
import { citedIn, quotesHold } from './quotes.ts';
import { speakersAllowed, speakersIn } from './speakers.ts';

/** Times that differ by less are equal, in seconds: judges compute with fractions. */
const ABOUT = 0.001;

/** A moment with what holds of it; undefined if it does not hold as a whole. */
export function checkedMoment(request: JudgeRequest, moment: JudgedMoment): JudgedMoment | undefined {
  const times = checkedTimes(request, moment);
  if (!times || !isRank(moment.rank) || !isScored(request, moment.score)) return undefined;
  const within = request.evidence.filter((line) => overlaps(line, times));
  const cited = citedIn(within, moment.evidence, request.signals);
  if (cited.length === 0 || moment.title.trim() === '') return undefined;
  if (!quotesHold(moment.reason, within) || !quotesHold(moment.title, within)) return undefined;
  const speakers = speakersIn(within);
  if (!speakersAllowed(speakers, request.speakerFilter)) return undefined;
  const anchors = checkedAnchors(request, moment, times);
  const data = checkedData(request.criterion.moment_schema, moment.data);
  if (!anchors || data === 'invalid') return undefined;
  return {
    ...times,
    title: moment.title,
    reason: moment.reason,
    rank: moment.rank,
    ...(request.criterion.scoring && moment.score !== undefined && { score: moment.score }),
    evidence: cited.map(({ index }) => index),
    speakers,
    ...(Object.keys(anchors).length > 0 && { anchors }),
    ...(data && { data }),
  };
}

interface Times {
  readonly start: number;
  readonly end: number;
}

function checkedTimes(
  { duration, minDuration, maxDuration }: JudgeRequest,
  { start, end }: Times,
): Times | undefined {
  if (!Number.isFinite(start) || !Number.isFinite(end)) return undefined;
  if (start < -ABOUT || end > duration + ABOUT) return undefined;
  const length = end - start;
  if (length <= 0 || length < minDuration - ABOUT || length > maxDuration + ABOUT) return undefined;
  return { start: Math.max(0, start), end: Math.min(duration, end) };
}

/** Whether a line is said or shown during a moment; one that only touches it is not. */
function overlaps(line: Evidence, { start, end }: Times): boolean {
  // A text may be shown in a single picture, at one point in time.
  if (line.start === line.end) return line.start >= start && line.start <= end;
  return line.start < end - ABOUT && line.end > start + ABOUT;
}

function isRank(rank: number): boolean {
  return rank >= 0 && rank <= 1;
}

/** A criterion with scoring needs a score in its range. */
function isScored({ criterion: { scoring } }: JudgeRequest, score: number | undefined): boolean {
  return scoring === undefined || (score !== undefined && score >= scoring.min && score <= scoring.max);
}

/** The anchors that the criterion has and that lie in the moment; undefined if a required one is missing. */
function checkedAnchors(
  { criterion }: JudgeRequest,
  { anchors: given = {} }: JudgedMoment,
  { start, end }: Times,
): Record<string, number> | undefined {
  const kept: Record<string, number> = {};
  for (const [name, { required }] of Object.entries(criterion.anchors ?? {})) {
    const time = Object.hasOwn(given, name) ? given[name] : undefined;
    const holds =
      typeof time === 'number' && Number.isFinite(time) && time >= start - ABOUT && time <= end + ABOUT;
    if (holds) kept[name] = time;
    else if (required) return undefined;
  }
  return kept;
}
