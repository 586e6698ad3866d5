import {
  boundaryPolicies,
  cachePolicies,
  findMomentsStatuses,
  modalities,
  momentRunOrders,
} from '../../../contract/values/enums.ts';
import { limits } from '../../../contract/values/limits.ts';
import { at, column } from '../../model/columns.ts';
import { defineDeletion } from '../../model/deletion.ts';
import { createdFlags, waitFlags, waiting } from '../../model/flags/common-flags.ts';
import { defineCommand } from '../../model/model.ts';
import { call, defined } from '../../model/plan.ts';
import { choice, id, many, needed, number, object, openChoice, seconds, url } from '../../model/values.ts';
import { costFlags, cursorFlags, momentColumns, withinLimit } from '../flags/criterion.ts';

const jobId = needed(id('ID of the run'));

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
    cachePolicy: openChoice(cachePolicies, 'Whether to reuse an earlier run (default reuse)'),
    ...costFlags,
    ...waitFlags,
  },
  examples: [
    {
      does: 'Find promises in a file',
      line: 'find-moments create vau://files/FILE_ID --criterion \'{"name": "promise", "instructions": "A promise"}\' --wait',
    },
  ],
  columns: momentColumns,
  plan: (input, { args, flags }) => {
    const body = { ...args, ...flags };
    const estimate = call('find-moments.estimate', { body });
    if (input.estimate) return estimate;
    const { costLimit } = input;
    return call(
      'find-moments.create',
      { body, query: defined({ cost_limit: costLimit }) },
      {
        rows: ['moments'],
        ...(costLimit !== undefined && { before: withinLimit(estimate.request, costLimit) }),
        ...waiting<{ job_id: string }>(input, 'find-moments', ({ job_id }) => ({ params: { job_id } })),
      },
    );
  },
});

const list = defineCommand({
  name: 'find-moments list',
  about: 'The newest first, those of backfills too.',
  flags: {
    limit: cursorFlags.limit,
    cursor: cursorFlags.cursor,
    status: openChoice(findMomentsStatuses, 'Only runs with this status'),
    ...createdFlags,
    url: url('Only runs for this input URL'),
  },
  examples: [
    { does: 'Runs that failed', line: 'find-moments list --status failed' },
    { does: 'All runs over a file', line: 'find-moments list --url vau://files/FILE_ID --all' },
  ],
  columns: [
    column('job_id'),
    column('status'),
    column('find_moments_config.criterion.name', 'text', 'criterion'),
    column('total_moments', 'number', 'moments'),
    column('url'),
    column('created_at', 'time', 'created'),
    column('error'),
  ],
  plan: (_, { flags: query }) => call('find-moments.list', { query }, { rows: ['runs'] }),
});

const get = defineCommand({
  name: 'find-moments get',
  about: 'The moments and findings are available once the run is completed. -o json shows both.',
  arguments: { jobId },
  flags: {
    minScore: number('Only moments of at least this score'),
    sort: openChoice(momentRunOrders, 'Order of the moments (default start_time)'),
  },
  examples: [
    { does: 'Show the moments', line: 'find-moments get JOB_ID' },
    { does: 'The best first', line: 'find-moments get JOB_ID --sort rank_score' },
  ],
  columns: momentColumns,
  plan: (_, { args: params, flags: query }) =>
    call('find-moments.get', { params, query }, { rows: ['moments'] }),
});

const remove = defineDeletion({
  command: 'find-moments delete',
  bulk: {},
  about: 'A run in progress is cancelled. The media are not deleted.',
  argument: { jobId },
  kind: 'find-moments run',
  name: 'url',
  effect: () => 'Its moments are deleted too, in all collections; the media remain.',
  note: (answer) =>
    at(answer, 'refunded') === false
      ? 'Nothing was cancelled or refunded: the run had already ended, or had cost nothing'
      : undefined,
});

export const commands = [create, list, get, remove];
