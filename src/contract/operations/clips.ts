import * as z from 'zod';
import { operation } from '../operation.ts';
import { clip } from '../resources/clip.ts';
import { limits } from '../values/limits.ts';
import { seconds } from '../values/scalars.ts';
import { params } from './params.ts';

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
