/** The body of an attach, from a file, from flags, or from both. */
import type { BodyInput } from '../../../contract/operations/index.ts';
import { UsageError } from '../../errors/errors.ts';
import { defined, some } from '../../model/plan.ts';
import type { JsonObject } from '../../model/values.ts';

type Body = BodyInput<'moment-criteria.attach'>;

export interface CriterionInput {
  /** What the file holds. */
  readonly file: unknown;
  readonly name: string | undefined;
  readonly instructions: string | undefined;
  readonly momentSchema: JsonObject | undefined;
  readonly findingSchema: JsonObject | undefined;
  readonly anchors: JsonObject | undefined;
  readonly scoring: JsonObject | undefined;
  readonly signal: Body['signals_required'];
  readonly boundaryPolicy: Body['boundary_policy'];
  readonly speakerInclude: string[] | undefined;
  readonly speakerExclude: string[] | undefined;
  readonly speakerMatch: 'any' | 'all' | undefined;
  readonly minDuration: number | undefined;
  readonly maxDuration: number | undefined;
}

/**
 * What the file holds with what the flags say put over it. Whether it is right is the contract's to check.
 * @throws UsageError when the file holds no object
 */
export function criterionBody(input: CriterionInput): Body {
  const given = bodyIn(input.file);
  const criterion = { ...given.criterion, ...criterionFlags(input) };
  const speakers = some({
    include: input.speakerInclude,
    exclude: input.speakerExclude,
    match: input.speakerMatch,
  });
  const knobs = defined({
    signals_required: input.signal,
    boundary_policy: input.boundaryPolicy,
    speaker_filter: speakers && { ...(given.rest.speaker_filter as object | undefined), ...speakers },
    min_duration_seconds: input.minDuration,
    max_duration_seconds: input.maxDuration,
  });
  return { ...given.rest, ...knobs, criterion } as Body;
}

function criterionFlags(input: CriterionInput): object {
  return defined({
    name: input.name,
    instructions: input.instructions,
    moment_schema: input.momentSchema,
    finding_schema: input.findingSchema,
    anchors: input.anchors,
    scoring: input.scoring,
  });
}

/** A file holds a criterion alone, or a whole body: the latter has `criterion` in it. */
function bodyIn(file: unknown): { criterion: JsonObject; rest: JsonObject } {
  if (file === undefined) return { criterion: {}, rest: {} };
  if (!isObject(file))
    throw new UsageError('--file must hold an object: a criterion, or a body with criterion in it');
  // The schema is named for editors; it is no part of the criterion.
  const { $schema: _, ...own } = file;
  if (!('criterion' in own)) return { criterion: own, rest: {} };
  const { criterion, ...rest } = own;
  if (!isObject(criterion)) throw new UsageError('--file: criterion must be an object');
  return { criterion, rest };
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
