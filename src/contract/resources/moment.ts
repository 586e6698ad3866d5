import * as z from 'zod';
import { mediaUrl, unixMs, uuid } from '../scalars.ts';
import { criterion, runOptions } from './criterion.ts';

export const moment = z
  .object({
    id: uuid(),
    file_id: uuid().optional(),
    attachment_id: uuid().optional(),
    criterion_name: z.string(),
    start_time: z.number(),
    end_time: z.number(),
    title: z.string().optional(),
    data: z.record(z.string(), z.unknown()).optional(),
    anchors: z
      .record(z.string(), z.number())
      .optional()
      .describe('Named times in seconds; absent ones are left out'),
    score: z.number().optional(),
    rank_score: z.number().optional(),
  })
  .meta({ id: 'Moment' });

export const findingKinds = ['absence', 'observation'] as const;

export const finding = z
  .object({
    id: uuid(),
    file_id: uuid().optional(),
    criterion_name: z.string(),
    kind: z.enum(findingKinds),
    data: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'Finding' });

export const findMomentsStatuses = ['pending', 'processing', 'completed', 'failed', 'cancelled'] as const;

export const findMomentsBody = z.strictObject({
  url: mediaUrl(),
  criterion,
  ...runOptions,
  cache_policy: z.enum(['reuse', 'refresh']).default('reuse'),
});

export const findMomentsRun = z
  .object({
    job_id: z.string(),
    status: z.enum(findMomentsStatuses),
    created_at: unixMs(),
    url: z.string(),
    find_moments_config: z.looseObject({ criterion_hash: z.string() }),
    moments: z.array(moment).optional(),
    findings: z.array(finding).optional(),
    total_moments: z.int().optional(),
    error: z.string().optional(),
  })
  .meta({ id: 'FindMomentsRun' });

/** A page of a list that is walked by cursor. */
export const cursorPage = <Name extends string, Item extends z.ZodType>(name: Name, item: Item) =>
  z
    .object({ total: z.int(), next_cursor: z.string().nullable() })
    .extend({ [name]: z.array(item) } as Record<Name, z.ZodArray<Item>>);

export type Moment = z.output<typeof moment>;
export type FindMomentsRun = z.output<typeof findMomentsRun>;
