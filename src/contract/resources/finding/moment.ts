import * as z from 'zod';
import { cachePolicies, findingKinds, findMomentsStatuses, judges, modalities } from '../../values/enums.ts';
import { open } from '../../values/open.ts';
import { mediaUrl, unixMs, uuid } from '../../values/scalars.ts';
import { checkOptions, criterion, runOptions } from '../derived/criterion.ts';
import { gapsOfAnswer } from '../gap.ts';

/** Always there: clients of this interface family insist on it. */
const properties = () =>
  z
    .record(z.string(), z.unknown())
    .describe('The fields defined by the schema of the criterion; empty if it has none');

/** Who found it. An addition of this service. */
const judgedBy = () =>
  z
    .enum(judges)
    .optional()
    .describe('ranking: found and ranked, not judged; language_model: judged. An addition of this service');

/** A line that a moment rests on, as it was said or shown. Times in seconds. */
const quote = z.object({
  signal: z.enum(modalities),
  text: z.string(),
  start_time: z.number(),
  end_time: z.number(),
  speaker: z.string().optional(),
  confidence: z.number().min(0).max(1).optional().describe('Of what was recognised: how likely it is right'),
});

/** A time range of a file that meets a criterion. Times in seconds. */
export const moment = z
  .object({
    moment_id: uuid(),
    start_time: z.number(),
    end_time: z.number(),
    title: z.string(),
    reason: z.string(),
    rank_score: z.number().min(0).max(1),
    anchors: z
      .record(z.string(), z.number())
      .optional()
      .describe('Named times in seconds; missing anchors are omitted'),
    speakers: z.array(z.string()).optional(),
    criterion_score: z
      .object({ key: z.string(), value: z.number(), min: z.number(), max: z.number() })
      .optional()
      .describe('Omitted if the criterion has no scoring'),
    properties: properties(),
    evidence: z
      .object({
        signals: z.array(z.string()),
        quotes: z.array(quote).optional().describe('What it rests on; an addition of this service'),
      })
      .describe('The signals that it was found in'),
    judged_by: judgedBy(),
  })
  .meta({ id: 'Moment' });

/** A finding about a whole file: something that is absent, or an observation. */
const finding = z
  .object({
    finding_id: uuid(),
    kind: z.enum(findingKinds),
    properties: properties(),
    reason: z
      .string()
      .optional()
      .describe('What is absent, or what was observed; an addition of this service'),
    judged_by: judgedBy(),
  })
  .meta({ id: 'Finding' });

/** Additional fields in the lists of a collection: the file, the run and the criterion. */
const inCollection = { file_id: uuid(), job_id: z.string(), criterion_name: z.string() };
export const collectionMoment = moment.extend(inCollection).meta({ id: 'CollectionMoment' });
export const collectionFinding = finding.extend(inCollection).meta({ id: 'CollectionFinding' });

export const findMomentsBody = z
  .strictObject({
    url: mediaUrl(),
    criterion,
    ...runOptions,
    cache_policy: open(z.enum(cachePolicies)).default('reuse'),
  })
  .check(checkOptions);

const findMomentsConfig = z
  .looseObject({
    criterion_hash: z.string(),
    engine_version: z.int().describe('Increases whenever the results of the engine may change'),
  })
  .describe('The effective options');

export const findMomentsRun = z
  .object({
    job_id: z.string(),
    status: z.enum(findMomentsStatuses),
    created_at: unixMs(),
    url: z.string(),
    find_moments_config: findMomentsConfig,
    moments: z.array(moment).optional(),
    findings: z.array(finding).optional(),
    total_moments: z.int().optional(),
    cost: z
      .number()
      .optional()
      .describe('Credits charged, 0 if refunded; omitted until it is charged. An addition of this service'),
    error: z.string().optional(),
    judged_by: judgedBy(),
    notes: z
      .array(z.string())
      .optional()
      .describe('What to know about the moments as a whole; an addition of this service'),
  })
  .meta({ id: 'FindMomentsRun' });

/** A page of a list with cursors. The last page has no next_cursor. */
export const cursorPage = <Name extends string, Item extends z.ZodType>(name: Name, item: Item) =>
  z
    .object({
      total: z.int(),
      next_cursor: z.string().optional().describe('Omitted on the last page'),
      ...gapsOfAnswer,
    })
    .extend({ [name]: z.array(item) } as Record<Name, z.ZodArray<Item>>);

export type Moment = z.output<typeof moment>;
export type Finding = z.output<typeof finding>;
export type CollectionMoment = z.output<typeof collectionMoment>;
export type CollectionFinding = z.output<typeof collectionFinding>;
export type FindMomentsRun = z.output<typeof findMomentsRun>;
