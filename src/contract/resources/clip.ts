import * as z from 'zod';
import { describedParts } from './parts.ts';

/** A span of a file as a file of its own. Times in seconds of the file. */
export const clip = z
  .object({
    object: z.literal('clip'),
    file_id: z.string(),
    filename: z.string(),
    media_type: z.enum(['video', 'audio']),
    start_time: z.number().describe('Second of the file that is the first of the clip'),
    end_time: z.number(),
    url: z
      .string()
      .describe(
        'The clip as an MP4 that begins and ends with these frames, for an hour or two, to anyone who has the address. It is cut when it is first read',
      ),
    speech: describedParts.speech.describe(
      'What is said in it, with the times of words where they are known',
    ),
  })
  .meta({ id: 'Clip' });

export type Clip = z.output<typeof clip>;
