import * as z from 'zod';
import { deepSearchIncludes, deepSearchScopes, deepSearchStatuses } from '../../values/enums.ts';
import { limits } from '../../values/limits.ts';
import { open } from '../../values/open.ts';
import { metadata, unixMs, uuid } from '../../values/scalars.ts';
import { gapsOfAnswer } from '../gap.ts';
import { filter } from './filter.ts';

/** An addition of this service. */
export const mediaAddress = () =>
  z
    .string()
    .describe(
      'Plays the file in a browser, for an hour or two, to anyone who has it; an addition of this service',
    );

export const searchResult = z
  .object({
    type: z.enum(deepSearchScopes),
    id: uuid(),
    file_id: uuid(),
    collection_id: uuid().optional(),
    score: z.number(),
    context: z.string().optional(),
    confidence: z
      .number()
      .optional()
      .describe(
        'How likely the words of context are right, 0 to 1, where they were recognised; an addition of this service',
      ),
    segment_id: uuid().optional(),
    start_time: z.number().optional(),
    end_time: z.number().optional(),
    title: z.string().optional(),
    filename: z.string().optional(),
    thumbnail_url: z.string().optional(),
    media_url: mediaAddress().optional(),
    metadata: metadata().optional(),
    summary: z.string().optional(),
    generated_title: z.string().optional(),
    picture: z
      .object({
        time: z.number().describe('Seconds from the start of the file; 0 for an image'),
        model: z.string().describe('The model that compared it with the query'),
        score: z
          .number()
          .describe(
            '0.5 to 1: how much better the query fits it than any neutral text does; not a probability. With source_image, 0 to 1: the cosine of both',
          ),
      })
      .optional()
      .describe('A frame that shows what the query says; an addition of this service'),
  })
  .meta({ id: 'SearchResult' });

const searchQueryPlan = z
  .object({
    query: z.string(),
    search_modalities: z.array(z.string()),
    scope: z.string(),
    filter: filter.optional(),
    result_count: z.int(),
  })
  .meta({ id: 'SearchQueryPlan' });

export const deepSearch = z
  .object({
    id: uuid(),
    object: z.literal('deep_search'),
    status: z.enum(deepSearchStatuses),
    created_at: unixMs(),
    query: z.string(),
    scope: z.enum(deepSearchScopes).nullable(),
    text: z.string().nullable().optional(),
    results: z.array(searchResult).nullable().optional(),
    total: z
      .int()
      .optional()
      .describe(
        'Number of results found, at most 1,000. It counts equal quotes once among the shown results, and every segment beyond them',
      ),
    limit: z.int(),
    search_queries: z.array(searchQueryPlan).nullable().optional(),
    usage: z
      .object({ input_tokens: z.int(), output_tokens: z.int(), total_tokens: z.int(), search_calls: z.int() })
      .optional(),
    error: z.object({ message: z.string(), type: z.string(), code: z.string() }).nullable().optional(),
    ...gapsOfAnswer,
  })
  .meta({ id: 'DeepSearch' });

const knowledgeBase = z.discriminatedUnion('source', [
  z.object({
    source: z.literal('collections'),
    collections: z.array(uuid()).min(1),
    filter: filter.optional(),
  }),
  z.object({ source: z.literal('files'), files: z.array(uuid()).min(1) }),
  z.object({ source: z.literal('default') }),
]);

export const runDeepSearchBody = z
  .object({
    query: z.string().trim().min(1),
    knowledge_base: knowledgeBase,
    scope: open(z.enum(deepSearchScopes)).optional(),
    limit: open(z.int().min(limits.deepSearchResults.min).max(limits.deepSearchResults.max)).default(
      limits.deepSearchResults.default,
    ),
    exclude_weak_results: z.boolean().default(false),
    include: z.array(open(z.enum(deepSearchIncludes))).optional(),
    background: z.boolean().default(false),
    stream: z.boolean().default(false),
  })
  .check((context) => {
    if (context.value.background && context.value.stream)
      context.issues.push({
        code: 'custom',
        path: ['stream'],
        message: 'cannot be given together with background: choose one',
        input: context.value,
      });
  });

export type DeepSearch = z.output<typeof deepSearch>;
export type SearchResult = z.output<typeof searchResult>;
export type SearchQueryPlan = z.output<typeof searchQueryPlan>;
