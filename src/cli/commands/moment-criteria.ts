import { waitFlags, waiting } from '../common-flags.ts';
import { criterionBody } from '../criterion.ts';
import { defineCommand } from '../model.ts';
import { call } from '../plan.ts';
import { choice, document, id, many, needed, object, prose, seconds, text } from '../values.ts';

const signals = ['speech', 'visual_scene_description', 'scene_text', 'audio_description'] as const;

const attach = defineCommand({
  name: 'moment-criteria attach',
  about:
    'The criterion comes from a file, from flags, or from a file that flags change. A file holds either a criterion alone or the whole body with the criterion in it. It is checked here first, by the rules the service has. Attaching costs nothing; each run over a file does. With --wait the exit status is 10 when a file failed.',
  arguments: { collectionId: needed(id('The moments collection')) },
  flags: {
    file: document('JSON: a criterion, or a whole body', { field: 'criterion' }),
    name: text('Small letters, digits and _; at most 64', { field: 'criterion.name' }),
    instructions: prose('The whole rubric', { field: 'criterion.instructions' }),
    momentSchema: object('Fields of a moment, as JSON Schema', { field: 'criterion.moment_schema' }),
    findingSchema: object('Fields of a finding, as JSON Schema', { field: 'criterion.finding_schema' }),
    anchors: object('Named times: {"NAME": {"required", "description"}}', { field: 'criterion.anchors' }),
    scoring: object('{"key", "min", "max", "higher_is_better", "description"}', {
      field: 'criterion.scoring',
    }),
    signal: many(choice(signals, 'What is read (default speech)', { field: 'signals_required' })),
    boundaryPolicy: choice(['sentence', 'tight', 'loose'], 'Where moments begin and end (default sentence)'),
    speakerInclude: many(text('Only this speaker', { field: 'speaker_filter.include' })),
    speakerExclude: many(text('Not this speaker', { field: 'speaker_filter.exclude' })),
    speakerMatch: choice(['any', 'all'], 'How several speakers count', { field: 'speaker_filter.match' }),
    minDuration: seconds('Shortest moment, above 0 (default 5)', { field: 'min_duration_seconds' }),
    maxDuration: seconds('Longest moment, above 0 (default 300)', { field: 'max_duration_seconds' }),
    ...waitFlags,
  },
  examples: [
    {
      does: 'From a file, waiting for the backfill',
      line: 'moment-criteria attach COLLECTION_ID --file criterion.json --wait',
    },
    {
      does: 'From flags',
      line: 'moment-criteria attach COLLECTION_ID --name promise --instructions @rubric.md',
    },
  ],
  plan: ({ collectionId, wait, timeout, interval, ...flags }) =>
    call(
      'moment-criteria.attach',
      { params: { collection_id: collectionId }, body: criterionBody(flags) },
      waiting<{ attachment_id: string }>({ wait, timeout, interval }, 'moment-criteria', (attachment) => ({
        params: { collection_id: collectionId },
        member: attachment.attachment_id,
      })),
    ),
});

export const commands = [attach];
