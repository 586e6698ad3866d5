import * as z from 'zod';
import { modalities } from '../enums.ts';
import { unixMs, uuid, webUrl } from '../scalars.ts';
import { searchResult } from './deep-search.ts';
import { filter } from './filter.ts';

export const searchScopes = ['file', 'segment', 'face', 'moment'] as const;

const searchImage = z
  .object({ url: webUrl().optional(), base64: z.string().min(1).optional() })
  .refine((image) => (image.url === undefined) !== (image.base64 === undefined), {
    message: 'needs exactly one of url and base64',
  });

export const searchBody = z
  .object({
    scope: z.enum(searchScopes),
    collections: z.array(uuid()).min(1),
    query: z.string().trim().min(1).optional(),
    source_image: searchImage.optional(),
    limit: z.int().min(1).max(500).default(10),
    filter: filter.optional(),
    threshold: z.number().optional(),
    search_modalities: z.array(z.enum(modalities)).min(1).optional(),
  })
  .check((context) => {
    const { scope, query, source_image: image } = context.value;
    const lacks = scope === 'face' ? (image ? undefined : 'source_image') : query ? undefined : 'query';
    if (lacks)
      context.issues.push({
        code: 'custom',
        path: [lacks],
        message: `is required with scope ${scope}`,
        input: context.value,
      });
  });

export const search = z
  .object({
    id: uuid(),
    object: z.literal('search'),
    created_at: unixMs(),
    query: z.string().optional(),
    scope: z.enum(searchScopes),
    results: z.array(searchResult),
    total: z.int(),
    limit: z.int(),
    offset: z.int().optional(),
  })
  .meta({ id: 'Search' });

export type Search = z.output<typeof search>;
