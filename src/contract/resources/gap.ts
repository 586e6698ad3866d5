import * as z from 'zod';
import { gapReasons, modalities } from '../values/enums.ts';
import { span } from './parts.ts';

/** What was not heard, read or seen in files, and why. */
const gap = z
  .object({
    modality: z.enum(modalities).optional().describe('Left out if it is about all modalities'),
    reason: z.enum(gapReasons),
    text: z.string().describe('The same for people, as a sentence'),
    files: z.int().optional().describe('Number of files that it is about; left out for a single file'),
    files_total: z.int().optional().describe('Number of files that were looked at'),
    lines: z.int().optional().describe('Number of lines that are not trusted'),
    spans: z.array(z.object(span)).optional().describe('Where it is, in a single file'),
    next: z.array(z.string()).optional().describe('The commands that change it, one after the other'),
  })
  .meta({ id: 'Gap' });

/** The field of a response that says what is missing in it. */
export const gaps = {
  gaps: z
    .array(gap)
    .optional()
    .describe('What was not heard, read or seen, and why; an addition of this service'),
};

/** The field of a response to a question: searches say it only where they found little. */
export const gapsOfAnswer = {
  gaps: z
    .array(gap)
    .optional()
    .describe(
      'What was not heard, read or seen in the files that were searched, and why, if little was found; an addition of this service',
    ),
};

export type Gap = z.output<typeof gap>;
