import * as z from 'zod';
import { backfillStatuses, boundaryPolicies, modalities, speakerMatches } from '../enums.ts';
import { limits } from '../limits.ts';
import { checkMomentSchema } from '../moment-schema.ts';
import { uuid } from '../scalars.ts';

/** A JSON Schema of the subset in moment-schema.ts; each refusal has its stable code in `params.code`. */
const momentSchema = z
  .unknown()
  .check((context) => {
    for (const { path, message, code } of checkMomentSchema(context.value, ''))
      context.issues.push({
        code: 'custom',
        path: path.split('.').filter(Boolean),
        message: `${message} (${code})`,
        params: { code },
        input: context.value,
      });
  })
  .meta({
    id: 'MomentSchema',
    type: 'object',
    description: 'A JSON Schema: an object of strings, numbers, integers, booleans or arrays of those',
  });

/** A named time in a moment. `required` defaults to false. */
const anchor = z.strictObject({
  required: z.boolean().optional().describe('Whether every moment must have it; default no'),
  description: z.string().optional(),
});

const scoring = z
  .strictObject({
    key: z.string().min(1),
    min: z.number(),
    max: z.number(),
    higher_is_better: z.boolean().optional(),
    description: z.string().optional(),
  })
  .check((context) => {
    const { min, max } = context.value;
    if (max <= min)
      context.issues.push({
        code: 'custom',
        path: ['max'],
        message: `must be above min (${min})`,
        input: context.value,
      });
  });

/** A rubric that runs over every file of a moments collection. Unknown properties are refused. */
export const criterion = z
  .strictObject({
    name: z
      .string()
      .max(limits.criterionNameLength)
      .regex(
        limits.criterionNamePattern,
        'must start with a lower-case letter, followed by lower-case letters, digits and _',
      ),
    instructions: z.string().min(1).describe('Complete rubric, with seed lists and worked examples'),
    moment_schema: momentSchema.optional(),
    finding_schema: momentSchema.optional(),
    anchors: z.record(z.string(), anchor).optional(),
    scoring: scoring.optional(),
  })
  .meta({ id: 'MomentCriterion' });

export const speakerFilter = z
  .strictObject({
    include: z.array(z.string()),
    exclude: z.array(z.string()),
    match: z.enum(speakerMatches),
  })
  .partial()
  .meta({ id: 'SpeakerFilter' });

const duration = () => z.number().gt(0);

/** The options of a run and their defaults. */
export const runOptions = {
  signals_required: z.array(z.enum(modalities)).min(limits.signalsMinimum).default(['speech']),
  boundary_policy: z.enum(boundaryPolicies).default('sentence'),
  speaker_filter: speakerFilter.optional(),
  min_duration_seconds: duration().default(limits.minDurationDefaultSeconds),
  max_duration_seconds: duration().default(limits.maxDurationDefaultSeconds),
};

/** Refuses options whose longest duration is below the shortest. */
export function checkDurations(context: z.core.ParsePayload<Durations>): void {
  const { min_duration_seconds: min, max_duration_seconds: max } = context.value;
  if (max < min)
    context.issues.push({
      code: 'custom',
      path: ['max_duration_seconds'],
      message: `must be at least min_duration_seconds (${min})`,
      input: context.value,
    });
}

type Durations = z.output<z.ZodObject<Pick<typeof runOptions, `${'min' | 'max'}_duration_seconds`>>>;

/** The body of an attach request. The API reference allows no other property. */
export const attachBody = z
  .strictObject({ criterion, ...runOptions })
  .check(checkDurations)
  .meta({ id: 'MomentCriterionAttach' });

export const attachment = z
  .object({
    attachment_id: uuid(),
    criterion_name: z.string(),
    criterion_hash: z.string(),
    criterion: criterion.optional(),
    options: z
      .object({
        signals_required: z.array(z.string()),
        boundary_policy: z.enum(boundaryPolicies),
        speaker_filter: speakerFilter,
        min_duration_seconds: z.number(),
        max_duration_seconds: z.number(),
      })
      .partial()
      .optional(),
    backfill_status: z.enum(backfillStatuses),
    files_total: z.int().optional(),
    files_completed: z.int().optional(),
    files_failed: z.int().optional(),
    created_at: z.int().optional(),
  })
  .meta({ id: 'MomentCriterionAttachment' });

export type Criterion = z.output<typeof criterion>;
export type Attachment = z.output<typeof attachment>;
export type AttachBody = z.output<typeof attachBody>;
