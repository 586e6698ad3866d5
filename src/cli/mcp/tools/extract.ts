import * as z from 'zod';
import { waitUntilDone } from '../../../client/wait/engine.ts';
import { look, type WaitTarget } from '../../../client/wait/kinds.ts';
import { operations } from '../../../contract/index.ts';
import { demand } from '../rights.ts';
import { gapsIn, idOf, pick, tool } from '../tool.ts';
import { offeredWait, waitCall, waitSeconds } from './status.ts';

const { prompt, schema } = operations['extract.create'].body.shape;

export const extract = tool({
  name: 'extract',
  description:
    'People, prices, dates and other facts of a film as data, each with the quote it rests on. Give a prompt, a schema, or both.',
  input: z.object({
    file: z.string(),
    prompt: prompt.describe('What to extract'),
    schema: schema.describe('JSON Schema of an object, or an example: {"name": "string"}'),
    whole_file: z.boolean().default(true).describe('False: for each segment'),
    wait_seconds: waitSeconds().default(offeredWait),
  }),
  sends: ['extract.create', 'extract.get'],
  async run({ file, prompt, schema, whole_file, wait_seconds }, call) {
    demand(call.rights, ['write'], 'Extracting');
    const { client, signal, progress } = call;
    const file_id = await idOf(call, 'file_id', file);
    const { uri: url } = await client.call('file.get', { params: { file_id } }, { signal });
    const body = {
      url,
      ...(prompt === undefined ? {} : { prompt }),
      ...(schema === undefined ? {} : { schema }),
      enable_video_level_entities: whole_file,
      enable_segment_level_entities: !whole_file,
    };
    const { job_id } = await client.call('extract.create', { body }, { signal });
    const target: WaitTarget = { kind: 'extract', params: { job_id } };
    const { outcome } = await waitUntilDone((stop) => look(client, target, stop), {
      timeout: wait_seconds,
      interval: 0.5,
      signal,
      onChange: (seen) => progress(0, undefined, seen.status),
    });
    if (outcome === 'timed_out')
      return { summary: 'It is not done yet.', head: { job_id }, next: waitCall(target) };
    const job = await client.call('extract.get', { params: { job_id }, query: { limit: 100 } }, { signal });
    const { entities, segment_entities = [], evidence = [], warnings = [] } = job.data ?? {};
    return {
      summary: `extraction: ${outcome}.`,
      head: { ...pick(job, ['job_id', 'status', 'error']), ...gapsIn(job) },
      items: [
        ...(whole_file && entities ? [{ entities }] : []),
        ...segment_entities.map((one) => ({
          segment: pick(one, ['start_time', 'end_time', 'entities', 'evidence']),
        })),
        ...evidence.map((one) => ({ evidence: one })),
        ...warnings.map((warning) => ({ warning })),
      ],
      next:
        (job.total ?? 0) > 100
          ? {
              tool: 'call',
              arguments: { operation: 'extract.get', params: { job_id }, query: { limit: 100, offset: 100 } },
            }
          : undefined,
    };
  },
});
