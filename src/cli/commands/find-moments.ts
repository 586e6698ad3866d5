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
    'Runs a criterion over media outside collections. To use an uploaded file, give its URI, vau://files/FILE_ID.',
  arguments: { url: needed(url('Media: a URL or the URI of a file')) },
  flags: {
    criterion: object('Criterion to run'),
    signal: many(choice(modalities, 'Modality to use (default speech)', { field: 'signals_required' })),
    boundaryPolicy: choice(boundaryPolicies, 'Where moments start and end (default sentence)'),
    speakerFilter: object('Speakers to include or exclude: {"include", "exclude", "match"}'),
    minDuration: seconds(`Minimum moment length, above 0 (default ${limits.minDurationDefaultSeconds})`, {
      field: 'min_duration_seconds',
    }),
    maxDuration: seconds(`Maximum moment length, above 0 (default ${limits.maxDurationDefaultSeconds})`, {
      field: 'max_duration_seconds',
    }),
    cachePolicy: choice(cachePolicies, 'Whether to reuse an earlier run (default reuse)'),
    ...waitFlags,
  },
  examples: [
    {
      does: 'Find promises in a file',
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
