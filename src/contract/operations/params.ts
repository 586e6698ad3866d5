import * as z from 'zod';
import { text, uuid } from '../values/scalars.ts';

/** No path parameters, no query parameters. */
export const nothing = z.object({});

const named = (what: string) => text().min(1).describe(what);

/** Path parameters with the types of the API reference: text for string, uuid for uuid. */
export const params = {
  file: z.object({ file_id: named('ID of the file') }),
  segment: z.object({ file_id: named('ID of the file'), segment_id: uuid().describe('The segment') }),
  collection: z.object({ collection_id: named('ID of the collection') }),
  collectionFile: z.object({
    collection_id: named('ID of the collection'),
    file_id: named('ID of the file'),
  }),
  share: z.object({ id: named('ID of the share') }),
  tag: z.object({ tag_id: named('ID of the tag') }),
  webhook: z.object({ webhook_id: named('ID of the webhook') }),
  delivery: z.object({
    webhook_id: named('ID of the webhook'),
    delivery_id: named('ID of the delivery'),
  }),
  segmentation: z.object({ segmentation_id: uuid().describe('ID of the segmentation') }),
  redo: z.object({ redo_id: named('ID of the redo') }),
  job: z.object({ job_id: named('The job') }),
  id: (what: string) => z.object({ id: uuid().describe(what) }),
} as const;

/** The response of a deletion that returns the deleted id. */
export const deleted = <const Name extends string>(object: Name) =>
  z.object({ id: z.string(), object: z.literal(object) });

/** Refuses fields of a body that fit their own schema and not each other. */
export const refusing =
  ({ issues, value: input }: z.core.ParsePayload) =>
  (field: string, message: string): void => {
    issues.push({ code: 'custom', path: [field], message, input });
  };
