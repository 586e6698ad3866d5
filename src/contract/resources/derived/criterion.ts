import * as z from 'zod';
import {
  anchorRefusals,
  blankInstructions,
  criterionCodes,
  optionRefusals,
  type Refusal,
  scoreRefusals,
  scoringRefusals,
  signalRefusals,
  speakerRefusals,
} from '../../schemas/criterion-rules.ts';
import { checkMomentSchema } from '../../schemas/moment-schema.ts';
import { backfillStatuses, boundaryPolicies, modalities, speakerMatches } from '../../values/enums.ts';
import { limits } from '../../values/limits.ts';
import { uuid } from '../../values/scalars.ts';

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

/** A check that reports the refusals of a value as its problems. */
const refusing =
  <Value>(refusalsOf: (value: Value) => readonly Refusal[]) =>
  (context: z.core.ParsePayload<Value>): void => {
    for (const { path, code, detail } of refusalsOf(context.value))
      context.issues.push({
        code: 'custom',
        path: [...path],
        message: `${criterionCodes[code]}${detail === undefined ? '' : ` (${detail})`} (${code})`,
        params: { code },
        input: context.value,
      });
  };

const scoring = z
  .strictObject({
    key: z.string().min(1),
    min: z.number(),
    max: z.number(),
    higher_is_better: z.boolean().optional(),
    description: z.string().optional(),
  })
  .check(refusing(scoringRefusals));

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
    instructions: z
      .string()
      .min(1)
      .check(refusing(blankInstructions))
      .describe('Complete rubric, with seed lists and worked examples'),
    moment_schema: momentSchema.optional(),
    finding_schema: momentSchema.optional(),
    anchors: z.record(z.string(), anchor).check(refusing(anchorRefusals)).optional(),
    scoring: scoring.optional(),
  })
  .check(refusing(({ scoring, moment_schema }) => scoreRefusals(scoring, moment_schema)))
  .meta({ id: 'MomentCriterion' });

const speakerFilter = z
  .strictObject({
    include: z.array(z.string()),
    exclude: z.array(z.string()),
    match: z.enum(speakerMatches),
  })
  .partial()
  .check(refusing(speakerRefusals))
  .meta({ id: 'SpeakerFilter' });

const duration = () => z.number().gt(0);

/** The options of a run and their defaults. */
export const runOptions = {
  signals_required: z
    .array(z.enum(modalities))
    .min(limits.signalsMinimum)
    .check(refusing(signalRefusals))
    .default(['speech']),
  boundary_policy: z.enum(boundaryPolicies).default('sentence'),
  speaker_filter: speakerFilter.optional(),
  min_duration_seconds: duration().default(limits.minDurationDefaultSeconds),
  max_duration_seconds: duration().default(limits.maxDurationDefaultSeconds),
};

/** Refuses options that exclude each other. */
export const checkOptions = refusing(optionRefusals);

/** The body of an attach request. The API reference allows no other property. */
export const attachBody = z
  .strictObject({ criterion, ...runOptions })
  .check(checkOptions)
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
