import * as z from 'zod';
import { operation } from '../operation.ts';
import { describedParts } from '../resources/parts.ts';
import { limits } from '../values/limits.ts';
import { seconds } from '../values/scalars.ts';
import { params } from './params.ts';

/** A span of a file as a file of its own. Times in seconds of the file. */
const clip = z
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

const span = z
  .object({
    start_time: seconds().describe('Second of the file at which the clip starts'),
    end_time: seconds().describe(
      `Second at which it ends; at most ${limits.clipSeconds} s later. Beyond the end of the file counts as the end`,
    ),
  })
  .check((context) => {
    const { start_time: start, end_time: end } = context.value;
    const refuse = (message: string) =>
      context.issues.push({ code: 'custom', path: ['end_time'], message, input: context.value });
    if (end <= start) refuse(`must be above start_time (${start})`);
    else if (end - start > limits.clipSeconds)
      refuse(`must be at most ${limits.clipSeconds} s after start_time (${start}): ask for several clips`);
  });

export const clipOperations = {
  'clip.get': operation({
    id: 'clip.get',
    method: 'GET',
    path: '/files/{file_id}/clip',
    documented: false,
    summary:
      'Show where a span of a file can be read as a file, and what is said in it; an addition of this service',
    params: params.file,
    query: span,
    answer: clip,
    status: 200,
    errors: [400, 404, 409],
  }),
};
