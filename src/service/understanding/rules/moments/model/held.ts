import * as z from 'zod';
import type { Criterion, ExtractSchema } from '../../../../../contract/index.ts';
import { Said } from '../../../models/language/held/claims.ts';
import type { Lexicon } from '../../../models/language/held/lexicon.ts';
import { bearingQuoteIn } from '../../../models/language/held/quote.ts';
import { conform } from '../../extraction/model/conform.ts';
import { grounded } from '../../extraction/model/grounds.ts';
import type { LineRange } from '../boundaries.ts';
import type { Evidence } from '../port.ts';

const MOST_MOMENTS = 100;
const MOST_CHARACTERS = 2_000;

const text = z.string().max(MOST_CHARACTERS);
/** The answer to the question for one window. */
export const answered = z.object({
  moments: z
    .array(
      z.object({
        first: z.number(),
        last: z.number(),
        quote: text,
        title: text.nullish(),
        reason: text,
        likelihood: z.number(),
        score: z.number().nullish(),
        anchors: z.array(z.object({ name: text, line: z.number() })).nullish(),
        data: z.record(z.string(), z.unknown()).nullish(),
      }),
    )
    .max(MOST_MOMENTS),
});

/** A moment as a model gave it, unchecked. Lines are counted from 1 in the window. */
export type GivenMoment = z.output<typeof answered>['moments'][number];

/** What holds of a moment that a model gave: lines that exist, words that were said, a score on the scale. */
export interface HeldMoment extends LineRange {
  readonly quote: string;
  readonly title: string | undefined;
  readonly reason: string;
  readonly rank: number;
  readonly score?: number;
  /** Seconds. */
  readonly anchors: Readonly<Record<string, number>>;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Moments that are less likely than this are not given. */
const LEAST_LIKELY = 0.5;

/** What is wrong with a score or a likelihood, in words the model can use; undefined if nothing is. */
export function scoreProblem(
  { scoring }: Criterion,
  { score, likelihood }: Pick<GivenMoment, 'score' | 'likelihood'>,
): string | undefined {
  if (!(likelihood >= 0 && likelihood <= 1)) return `likelihood ${likelihood} is not from 0 to 1`;
  if (!scoring) return undefined;
  const { min, max } = scoring;
  const scored = typeof score === 'number' && score >= min && score <= max;
  return scored ? undefined : `score ${score} is not from ${min} to ${max}`;
}

/** What moments are judged by. */
interface Judged {
  readonly criterion: Criterion;
  readonly evidence: readonly Evidence[];
  readonly lexicon: Lexicon;
}

/**
 * Checks one moment against the lines of its window.
 * @returns undefined if its lines do not exist, its quote does not stand in them, they do not say what its reason says, its
 *   score is outside the scale, its data does not match the schema or says what they do not, or a required anchor is missing
 */
export function heldMoment(
  { criterion, evidence, lexicon }: Judged,
  window: LineRange,
  given: GivenMoment,
): HeldMoment | undefined {
  const range = { from: window.from + given.first - 1, to: window.from + given.last - 1 };
  const whole = Number.isInteger(given.first) && Number.isInteger(given.last);
  if (!whole || given.first < 1 || range.to > window.to || range.to < range.from) return undefined;
  if (scoreProblem(criterion, given) || given.likelihood < LEAST_LIKELY) return undefined;
  const lines = evidence.slice(range.from, range.to + 1);
  const quote = quoted(lines, given.quote);
  const said = new Said(lines, lexicon);
  const rubric = `${criterion.name.replaceAll('_', ' ')} ${criterion.instructions}`;
  if (quote === undefined || said.unsaidIn(given.reason, rubric)) return undefined;
  const anchors = anchorsOf(criterion, evidence, window, range, given);
  const data = dataOf(criterion, said, given);
  if (!anchors || data === 'invalid') return undefined;
  const title = given.title?.trim() || undefined;
  return {
    ...range,
    quote,
    title: title !== undefined && !said.unsaidIn(title, rubric) ? title : undefined,
    reason: given.reason.trim(),
    rank: given.likelihood,
    ...(criterion.scoring && typeof given.score === 'number' && { score: given.score }),
    anchors,
    ...(data && { data }),
  };
}

/** The words of a line that a quote repeats, as the line has them. */
function quoted(lines: readonly Evidence[], quote: string): string | undefined {
  return lines.map(({ text }) => bearingQuoteIn(text, quote)).find((found) => found !== undefined);
}

function anchorsOf(
  { anchors = {} }: Criterion,
  evidence: readonly Evidence[],
  window: LineRange,
  range: LineRange,
  given: GivenMoment,
): Record<string, number> | undefined {
  const found: Record<string, number> = {};
  for (const [name, { required }] of Object.entries(anchors)) {
    const line = given.anchors?.find((one) => one.name === name)?.line;
    const at = line === undefined ? -1 : window.from + line - 1;
    const start = at >= range.from && at <= range.to ? evidence[at]?.start : undefined;
    if (start !== undefined) found[name] = start;
    else if (required) return undefined;
  }
  return found;
}

/** Undefined if there is none; what its lines do not say is left out of it. */
function dataOf(
  { moment_schema: schema }: Criterion,
  said: Said,
  { data }: GivenMoment,
): Record<string, unknown> | undefined | 'invalid' {
  if (schema === undefined || !data) return undefined;
  try {
    const given = conform(data, schema as ExtractSchema) as Record<string, unknown>;
    const { value } = grounded(given, said, schema as ExtractSchema);
    return conform(value ?? {}, schema as ExtractSchema) as Record<string, unknown>;
  } catch {
    return 'invalid';
  }
}
