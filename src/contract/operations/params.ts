import * as z from 'zod';
import { text, uuid } from '../scalars.ts';

/** No path parameters, no query parameters. */
export const nothing = z.object({});

const named = (what: string) => text().min(1).describe(what);

/** Path parameters, each typed as the reference types it: text where it says string, uuid where it says uuid. */
export const params = {
  file: z.object({ file_id: named('The file') }),
  segment: z.object({ file_id: named('The file'), segment_id: uuid().describe('The segment') }),
  collection: z.object({ collection_id: named('The collection') }),
  member: z.object({ collection_id: named('The collection'), file_id: named('The file') }),
  share: z.object({ id: named('The share') }),
  tag: z.object({ tag_id: named('The tag') }),
  webhook: z.object({ webhook_id: named('The webhook') }),
  segmentation: z.object({ segmentation_id: uuid().describe('The segmentation') }),
  job: z.object({ job_id: named('The job') }),
  id: (what: string) => z.object({ id: uuid().describe(what) }),
} as const;

/** The answer of a deletion that names what it deleted. */
export const deleted = <const Name extends string>(object: Name) =>
  z.object({ id: z.string(), object: z.literal(object) });
