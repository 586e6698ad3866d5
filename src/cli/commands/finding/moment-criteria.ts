import { boundaryPolicies, modalities, speakerMatches } from '../../../contract/values/enums.ts';
import { limits } from '../../../contract/values/limits.ts';
import { at, column } from '../../model/columns.ts';
import { type WaitInput, waitFlags, waiting } from '../../model/flags/common-flags.ts';
import { yesFlag } from '../../model/flags/given-flags.ts';
import { defineCommand } from '../../model/model.ts';
import { type CallPlan, call, defined, local, type Plan, type Wait } from '../../model/plan.ts';
import {
  choice,
  document,
  id,
  many,
  needed,
  object,
  optional,
  prose,
  seconds,
  text,
  toggle,
} from '../../model/values.ts';
import { costFlags, criterionBody, withinLimit } from '../flags/criterion.ts';

const flags = {
  file: document('JSON or YAML file: a criterion, or a whole body', { field: 'criterion', local: true }),
  check: toggle('Only check the criterion locally; send nothing', { local: true }),
  ifAbsent: toggle('Do nothing if it is already attached; exit 6 if another criterion has its name', {
    local: true,
  }),
  name: text(`Lower-case letters, digits and _; at most ${limits.criterionNameLength} characters`, {
    field: 'criterion.name',
  }),
  instructions: prose('Complete rubric', { field: 'criterion.instructions' }),
  momentSchema: object('JSON Schema of the fields of a moment', { field: 'criterion.moment_schema' }),
  findingSchema: object('JSON Schema of the fields of a finding', { field: 'criterion.finding_schema' }),
  anchors: object('Named timestamps of a moment: {"NAME": {"required", "description"}}', {
    field: 'criterion.anchors',
  }),
  scoring: object('Score: {"key", "min", "max", "higher_is_better", "description"}', {
    field: 'criterion.scoring',
  }),
  signal: many(choice(modalities, 'Modality to use (default speech)', { field: 'signals_required' })),
  boundaryPolicy: choice(boundaryPolicies, 'Where moments start and end (default sentence)'),
  speakerInclude: many(text('Include only this speaker', { field: 'speaker_filter.include' })),
  speakerExclude: many(text('Exclude this speaker', { field: 'speaker_filter.exclude' })),
  speakerMatch: choice(speakerMatches, 'Match any or all of the speakers', { field: 'speaker_filter.match' }),
  minDuration: seconds(`Minimum moment length, above 0 (default ${limits.minDurationDefaultSeconds})`, {
    field: 'min_duration_seconds',
  }),
  maxDuration: seconds(`Maximum moment length, above 0 (default ${limits.maxDurationDefaultSeconds})`, {
    field: 'max_duration_seconds',
  }),
  ...costFlags,
  ...waitFlags,
};

const attach = defineCommand({
  name: 'moment-criteria attach',
  bulk: {},
  about:
    'The criterion comes from a file, from flags, or from a file plus flags that override it. The file holds a criterion, or a whole request body that contains one. The criterion is first checked locally, by the rules of the service. --check stops there and lists every problem with the path of its field. Attaching is free; each run over a file is charged when it begins. --estimate shows what the runs would cost and whether the balance covers them, and attaches nothing; --cost-limit attaches only if they cost no more. With --if-absent you can repeat the command: an attachment with the same name and content is returned, and --wait waits for it. With --wait, failed files are named on standard error and the exit status is 10.',
  // Optional for --check only; the contract requires it otherwise.
  arguments: { collectionId: optional(id('ID or name of the moments collection; --check does not need it')) },
  flags,
  examples: [
    {
      does: 'Attach from a file and wait for the backfill',
      line: 'moment-criteria attach COLLECTION_ID --file criterion.json --wait',
    },
    {
      does: 'In a pipeline that may run twice',
      line: 'moment-criteria attach COLLECTION_ID --file criterion.yaml --if-absent --wait',
    },
    {
      does: 'Check a file without a service',
      line: 'moment-criteria attach --file criterion.yaml --check',
    },
    {
      does: 'See what it would cost',
      line: 'moment-criteria attach COLLECTION_ID --file criterion.yaml --check --estimate',
    },
    {
      does: 'Attach from flags',
      line: 'moment-criteria attach COLLECTION_ID --name promise --instructions @rubric.md',
    },
  ],
  plan: (input, sent): Plan => {
    const { collectionId, file, check, estimate, costLimit, ifAbsent, wait, timeout, interval } = input;
    const body = criterionBody(file, sent.flags);
    if (check && !estimate) return checkOnly(collectionId, body);
    const collection = collectionId as string;
    const params = { collection_id: collection };
    const estimated = call('moment-criteria.estimate', { params, body });
    if (estimate) return estimated;
    const first = [
      ...(ifAbsent ? [before(collection, body)] : []),
      ...(costLimit === undefined ? [] : [withinLimit(estimated.request, costLimit)]),
    ];
    return call(
      'moment-criteria.attach',
      { params, query: defined({ cost_limit: costLimit }), body },
      {
        ...(first.length > 0 ? { before: inTurn(first) } : {}),
        ...untilBackfilled(collection, { wait, timeout, interval }),
      },
    );
  },
});

/** One after the other, until one gives the answer. */
const inTurn =
  (steps: readonly NonNullable<CallPlan['before']>[]): NonNullable<CallPlan['before']> =>
  async (session) => {
    for (const step of steps) {
      const answer = await step(session);
      if (answer !== undefined) return answer;
    }
    return undefined;
  };

const checkOnly = (collectionId: string | undefined, body: object): Plan =>
  local(async () => {
    const { checkCriterion } = await import('../../moment-criteria/check.ts');
    return checkCriterion(attach, collectionId, body);
  });

const before =
  (collectionId: string, body: object): NonNullable<CallPlan['before']> =>
  async (session) => {
    const { presentAttachment } = await import('../../moment-criteria/present.ts');
    return presentAttachment(session, collectionId, { ...body });
  };

function untilBackfilled(collectionId: string, input: WaitInput): { wait?: Wait } {
  const { wait } = waiting<{ attachment_id: string }>(
    input,
    'moment-criteria',
    ({ attachment_id: item }) => ({
      params: { collection_id: collectionId },
      item,
    }),
  );
  if (!wait) return {};
  const failed: Wait['failed'] = async (session, attachment) => {
    const { noteFailedFiles } = await import('../../moment-criteria/failed-files.ts');
    await noteFailedFiles(session, collectionId, attachment);
  };
  return { wait: { ...wait, failed } };
}

const list = defineCommand({
  name: 'moment-criteria list',
  about: 'With the counters of each backfill. Files that were added later count too.',
  arguments: { collectionId: needed(id('The moments collection')) },
  examples: [{ does: 'What is attached, and how far it is', line: 'moment-criteria list COLLECTION_ID' }],
  columns: [
    column('attachment_id'),
    column('criterion_name', 'text', 'criterion'),
    column('backfill_status', 'text', 'backfill'),
    column('files_total', 'number', 'files'),
    column('files_completed', 'number', 'completed'),
    column('files_failed', 'number', 'failed'),
    column('created_at', 'time', 'attached'),
  ],
  plan: ({ collectionId }) =>
    local(async (session) => {
      const client = await session.client();
      const parts = { params: { collection_id: collectionId } };
      const collection: unknown = await client.send('collection.get', parts, { signal: session.signal });
      return { value: at(collection, 'moments_config.criteria') ?? [] };
    }),
});

const detach = defineCommand({
  name: 'moment-criteria detach',
  bulk: {},
  about:
    'The collection no longer lists moments of this criterion, and files added later are not searched for it. The runs over its files remain. vau moment-criteria list shows the attachments.',
  arguments: {
    collectionId: needed(id('The moments collection')),
    attachmentId: needed(id('The attachment')),
  },
  flags: yesFlag,
  examples: [
    { does: 'Detach without confirmation', line: 'moment-criteria detach COLLECTION_ID ATTACHMENT_ID --yes' },
  ],
  plan: ({ collectionId, attachmentId, yes }) =>
    call(
      'moment-criteria.detach',
      { params: { collection_id: collectionId, attachment_id: attachmentId } },
      {
        confirm: {
          what: (name) =>
            `Detach criterion ${name ? `"${name}" (${attachmentId})` : attachmentId} from collection ${collectionId}`,
          given: yes === true,
          reads: call('collection.get', { params: { collection_id: collectionId } }).request,
          nameOf: (collection) => criterionName(collection, attachmentId),
          effect: () => 'The collection no longer lists its moments; the runs remain.',
        },
        done: `Detached criterion ${attachmentId} from collection ${collectionId}`,
      },
    ),
});

function criterionName(collection: unknown, attachmentId: string): unknown {
  const criteria = at(collection, 'moments_config.criteria');
  if (!Array.isArray(criteria)) return undefined;
  return at(
    criteria.find((one) => at(one, 'attachment_id') === attachmentId),
    'criterion_name',
  );
}

export const commands = [attach, list, detach];
