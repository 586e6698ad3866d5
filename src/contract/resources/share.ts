import * as z from 'zod';
import { assetTypes, linkPreviews, visibilities } from '../enums.ts';
import { metadata, unixMs, workStatus } from '../scalars.ts';

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
