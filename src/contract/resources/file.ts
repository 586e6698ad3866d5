/**
 * The resources of the API as zod schemas: files, collections, tags, shares and the rest, each as responses show it
 * and as bodies give it. Types are inferred from them.
 */

import * as z from 'zod';
import {
  actionItemStatuses,
  fileSources,
  mediaTypes,
  participantScopes,
  sourceMediaTypes,
} from '../values/enums.ts';
import { jobStatus, metadata, unixMs } from '../values/scalars.ts';
import { gaps } from './gap.ts';
import { hearing } from './hearing.ts';

export const mediaInfo = z
  .object({
    duration_seconds: z.number().nullable(),
    width: z.number().nullable(),
    height: z.number().nullable(),
    sample_rate: z.number().nullable(),
    channels: z.number().nullable(),
    bitrate: z.number().nullable(),
    format: z.string().nullable(),
    has_audio: z.boolean().nullable(),
    frame_rate: z
      .number()
      .nullable()
      .describe('Average frames per second, with three decimals; an addition of this service'),
    timecode: z
      .string()
      .nullable()
      .describe(
        'Timecode of the first frame, hh:mm:ss:ff, with ; before the frames if it is drop-frame; an addition of this service',
      ),
  })
  .partial()
  .meta({
    id: 'MediaInfo',
    description: 'Measured properties of the media; dimensions as displayed, in pixels',
  });

const videoInfo = z
  .object({
    duration_seconds: z.number().nullable(),
    height: z.number().nullable(),
    width: z.number().nullable(),
    format: z.string().nullable(),
    has_audio: z.boolean().nullable(),
  })
  .partial()
  .meta({ id: 'VideoInfo' });

const named = z.object({ id: z.string(), name: z.string() }).partial();

const participant = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    scope: z.enum(participantScopes),
    confirmed_attendee: z.boolean(),
    crm_contact_id: z.string(),
  })
  .partial();

const actionItem = z
  .object({
    status: z.enum(actionItemStatuses),
    timestamp_ms: z.int(),
    text: z.string(),
    assignee: z.object({ id: z.string(), name: z.string(), user_id: z.string() }).partial(),
  })
  .partial();

/** Provenance from a connector; every field is optional. */
const sourceMetadata = z
  .object({
    source_type: z.string(),
    connector_recording_id: z.string(),
    title: z.string(),
    start_datetime: z.string(),
    end_datetime: z.string(),
    duration_ms: z.int(),
    media_type: z.enum(sourceMediaTypes),
    upstream_source: z.string(),
    connector_url: z.string(),
    thumbnail_url: z.string(),
    tags: z.array(z.string()),
    teams: z.array(named),
    meeting_type: named.extend({ scope: z.string().optional() }),
    participants: z.array(participant),
    highlights: z.array(z.record(z.string(), z.unknown())),
    ai_summary: z.object({ text: z.string() }).partial(),
    ai_action_items: z.array(actionItem),
    ai_template_sections: z.array(z.record(z.string(), z.unknown())),
    calendar_event: z.object({ ical_uid: z.string() }).partial(),
    crm: z.object({ crm_company_ids: z.array(z.string()), crm_deal_ids: z.array(z.string()) }).partial(),
  })
  .partial()
  .meta({ id: 'SourceMetadata' });

export const file = z
  .object({
    id: z.string(),
    status: jobStatus(),
    uri: z.string().describe('Identifies the file wherever a url is accepted'),
    bytes: z.int().nullable(),
    created_at: unixMs(),
    filename: z.string(),
    metadata: metadata().nullable(),
    media_type: z.enum(mediaTypes).optional(),
    media_info: mediaInfo.optional(),
    video_info: videoInfo.optional(),
    thumbnail_url: z.string().optional(),
    source: z.enum(fileSources),
    source_metadata: sourceMetadata.nullable(),
    hearing: hearing
      .optional()
      .describe('How its speech is recognised, if that was changed; an addition of this service'),
    error: z
      .string()
      .optional()
      .describe(
        'Why processing failed, or why a file in place can no longer be read; an addition of this service',
      ),
    content_hash: z
      .string()
      .optional()
      .describe('SHA-256 of the content, in hexadecimal; an addition of this service'),
    in_place: z
      .object({ path: z.string().describe("Absolute path on the service's machine") })
      .optional()
      .describe('Where the service reads the file without a copy; an addition of this service'),
    ...gaps,
  })
  .meta({ id: 'File' });

export type MediaInfo = z.output<typeof mediaInfo>;
export type VideoInfo = z.output<typeof videoInfo>;
export type VauFile = z.output<typeof file>;
