import * as z from 'zod';
import { limits } from '../../values/limits.ts';
import { open } from '../../values/open.ts';
import { boundingBox, mediaUrl, unixMs, uuid, workStatus } from '../../values/scalars.ts';
import { frameExtractionConfig } from './frames.ts';

const face = z.object({
  id: uuid(),
  face_bounding_box: boundingBox,
  frame_id: uuid(),
  timestamp: z.number(),
  thumbnail_url: z.string().optional(),
  track_id: uuid()
    .optional()
    .describe('The same for one face in neighbouring frames; an addition of this service'),
});

const pageInfo = { object: z.literal('list'), total: z.int(), limit: z.int(), offset: z.int() };

const jobFields = {
  status: workStatus(),
  created_at: unixMs(),
  frame_extraction_id: uuid().optional(),
  file_id: uuid().optional(),
};

export const faceDetectJob = z
  .object({
    face_detection_id: uuid(),
    ...jobFields,
    data: z
      .object({ ...pageInfo, faces: z.array(face) })
      .optional()
      .describe('Present only when status is completed'),
    error: z.string().optional(),
  })
  .meta({ id: 'FaceDetection' });

/** The faces of a file of a face-analysis collection. */
export const fileFaces = z
  .object({
    collection_id: z.string(),
    file_id: z.string(),
    faces: z.array(face),
    total: z.int(),
    limit: z.int(),
    offset: z.int(),
  })
  .meta({ id: 'FileFaces' });

export const faceMatchJob = z
  .object({
    face_match_id: uuid(),
    ...jobFields,
    face_detection_id: uuid().optional(),
    source_face_bounding_box: boundingBox.nullable(),
    data: z
      .object({ ...pageInfo, faces_matches: z.array(face.extend({ similarity: z.number() })) })
      .optional()
      .describe('Present only when status is completed'),
    error: z.string().optional(),
  })
  .meta({ id: 'FaceMatch' });

/** A job in a list: its id is called job_id, and the list has its total. */
export const faceDetectItem = z.object({ job_id: uuid(), ...jobFields, total_faces: z.int().optional() });
export const faceMatchItem = z.object({
  job_id: uuid(),
  ...jobFields,
  face_detection_id: uuid().optional(),
  match_count: z.int().optional(),
});

/** The face to find: a picture by URL, or as base64. */
const sourceImage = z
  .object({ url: mediaUrl().optional(), base64_image: z.string().min(1).optional() })
  .refine((image) => (image.url === undefined) !== (image.base64_image === undefined), {
    message: 'needs exactly one of url and base64_image',
  });

export const faceDetectBody = z.object({
  url: mediaUrl(),
  frame_extraction_id: uuid().optional(),
  frame_extraction_config: frameExtractionConfig.optional(),
});

export const faceMatchBody = z.object({
  source_image: sourceImage,
  target_video_url: mediaUrl(),
  max_faces: open(z.int().min(limits.faceMatches.min).max(limits.faceMatches.max)).default(
    limits.faceMatches.default,
  ),
  face_detection_id: uuid().optional(),
  frame_extraction_id: uuid().optional(),
  frame_extraction_config: frameExtractionConfig.optional(),
});

export type FileFaces = z.output<typeof fileFaces>;
export type FaceDetectJob = z.output<typeof faceDetectJob>;
export type FaceMatchJob = z.output<typeof faceMatchJob>;
