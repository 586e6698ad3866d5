import * as z from 'zod';
import { assetTypes, linkPreviews, servicePages, visibilities } from '../values/enums.ts';
import { metadata, text, unixMs, workStatus } from '../values/scalars.ts';

export const pageLinkBody = z
  .object({
    page: z.enum(servicePages).optional().describe('The page to open (default: the collections)'),
    id: text()
      .min(1)
      .max(100)
      .optional()
      .describe('Open the page of this file, collection, share or webhook'),
  })
  .refine(({ page, id }) => page === undefined || id === undefined, {
    path: ['id'],
    message: 'cannot be given together with page: choose one',
  });

export const pageLink = z
  .object({
    object: z.literal('page_link'),
    url: z.string().describe('Opens the page, signed in as the account of the token; works once'),
    expires_at: unixMs(),
  })
  .meta({ id: 'PageLink' });

export const share = z
  .object({
    id: z.string(),
    object: z.literal('share'),
    file_id: z.string(),
    file_segment_id: z.string().optional(),
    asset_type: z.enum(assetTypes),
    title: z.string().optional(),
    description: z.string().optional(),
    metadata: metadata().optional(),
    visibility: z.enum(visibilities),
    link_preview: z.enum(linkPreviews),
    created_at: unixMs(),
    preview_url: z.string().optional(),
    media_download_url: z.string().optional(),
    media_download_expires_at: unixMs().nullable().optional(),
    share_url: z.string(),
    stream_url: z.string().optional().describe('HLS stream, present once stream processing has finished'),
    status: workStatus(),
    error: z.string().optional().describe('Why packaging failed; an addition of this service'),
  })
  .meta({ id: 'Share' });

export type Share = z.output<typeof share>;
