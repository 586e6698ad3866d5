import { boundaryPolicies, cachePolicies, modalities } from '../../contract/enums.ts';
import { limits } from '../../contract/limits.ts';
import { column } from '../model/columns.ts';
import { waitFlags, waiting } from '../model/common-flags.ts';
import { defineCommand } from '../model/model.ts';
import { call } from '../model/plan.ts';
import { choice, many, needed, object, seconds, url } from '../model/values.ts';

const create = defineCommand({
  name: 'find-moments create',
  about:
    'Runs a criterion over media outside collections. Name an uploaded file by its uri, vau://files/FILE_ID.',
  arguments: { url: needed(url('The media: a URL, or the uri of a file')) },
  flags: {
    criterion: object('The criterion'),
    signal: many(choice(modalities, 'Modality to read (default speech)', { field: 'signals_required' })),
    boundaryPolicy: choice(boundaryPolicies, 'Where moments begin and end (default sentence)'),
    speakerFilter: object('{"include", "exclude", "match"}'),
    minDuration: seconds(`Minimum moment length, above 0 (default ${limits.minDurationDefaultSeconds})`, {
      field: 'min_duration_seconds',
    }),
    maxDuration: seconds(`Maximum moment length, above 0 (default ${limits.maxDurationDefaultSeconds})`, {
      field: 'max_duration_seconds',
    }),
    cachePolicy: choice(cachePolicies, 'Use an earlier run if there is one (default reuse)'),
    ...waitFlags,
  },
  examples: [
    {
      does: 'The promises in a file',
      line: 'find-moments create vau://files/FILE_ID --criterion \'{"name": "promise", "instructions": "A promise"}\' --wait',
    },
  ],
  columns: [
    column('start_time', 'seconds', 'start'),
    column('end_time', 'seconds', 'end'),
    column('score', 'number'),
    column('title'),
    column('rank_score', 'number', 'rank'),
  ],
  plan: (input, { args, flags }) =>
    call(
      'find-moments.create',
      { body: { ...args, ...flags } },
      {
        rows: ['moments'],
        ...waiting<{ job_id: string }>(input, 'find-moments', ({ job_id }) => ({ params: { job_id } })),
      },
    ),
});

export const commands = [create];
