import type { CriterionCode } from '../../src/contract/index.ts';

const criterion = { name: 'promise', instructions: 'Find promises.' };
const withScore = (field: object, more: object = {}) => ({
  criterion: {
    ...criterion,
    moment_schema: { type: 'object', properties: { weight: field, label: { type: 'string' } } },
    scoring: { key: 'weight', min: 0, max: 10, ...more },
  },
});

/** Attach bodies that could never be met: what is wrong, its code, and the path that is named. */
export const refusedCriteria: [what: string, code: CriterionCode, path: string, body: object][] = [
  [
    'instructions of blanks',
    'instructions_blank',
    'criterion.instructions',
    { criterion: { ...criterion, instructions: ' \n\t ' } },
  ],
  [
    'instructions of characters that nobody sees',
    'instructions_blank',
    'criterion.instructions',
    { criterion: { ...criterion, instructions: '\u200b\u00a0\ufeff' } },
  ],
  [
    'an anchor without a name',
    'anchor_name_blank',
    'criterion.anchors.""',
    { criterion: { ...criterion, anchors: { '': {} } } },
  ],
  [
    'an anchor named by a blank',
    'anchor_name_blank',
    'criterion.anchors." "',
    { criterion: { ...criterion, anchors: { ' ': { required: true } } } },
  ],
  [
    'two anchors that look the same',
    'anchor_duplicate',
    'criterion.anchors.end ',
    { criterion: { ...criterion, anchors: { end: {}, 'end ': {} } } },
  ],
  [
    'a scoring key of blanks',
    'scoring_key_blank',
    'criterion.scoring.key',
    { criterion: { ...criterion, scoring: { key: '  ', min: 0, max: 1 } } },
  ],
  [
    'a scoring key that the schema does not have',
    'scoring_key_unknown',
    'criterion.scoring.key',
    withScore({ type: 'number' }, { key: 'urgency' }),
  ],
  [
    'a scoring key that every object has',
    'scoring_key_unknown',
    'criterion.scoring.key',
    withScore({ type: 'number' }, { key: 'constructor' }),
  ],
  ['a scoring key of text', 'scoring_key_type', 'criterion.scoring.key', withScore({ type: 'string' })],
  ['a scoring key of truth', 'scoring_key_type', 'criterion.scoring.key', withScore({ type: 'boolean' })],
  [
    'a scoring key of a list of numbers',
    'scoring_key_type',
    'criterion.scoring.key',
    withScore({ type: 'array', items: { type: 'number' } }),
  ],
  [
    'a scoring key whose values are out of range',
    'scoring_key_values',
    'criterion.scoring.key',
    withScore({ type: 'integer', enum: [20, 30] }),
  ],
  [
    'a range without an integer',
    'scoring_key_values',
    'criterion.scoring.key',
    withScore({ type: 'integer' }, { min: 0.2, max: 0.8 }),
  ],
  [
    'a range the wrong way round',
    'scoring_range',
    'criterion.scoring.max',
    { criterion: { ...criterion, scoring: { key: 's', min: 5, max: 1 } } },
  ],
  [
    'a signal twice',
    'signal_duplicate',
    'signals_required[2]',
    { criterion, signals_required: ['speech', 'scene_text', 'speech'] },
  ],
  [
    'a speaker of blanks',
    'speaker_blank',
    'speaker_filter.include[0]',
    {
      criterion,
      speaker_filter: { include: [' '] },
    },
  ],
  [
    'a speaker twice',
    'speaker_duplicate',
    'speaker_filter.exclude[1]',
    {
      criterion,
      speaker_filter: { exclude: ['Ada', ' ADA'] },
    },
  ],
  [
    'a speaker who is included and excluded',
    'speaker_conflict',
    'speaker_filter.exclude[0]',
    {
      criterion,
      speaker_filter: { include: ['Ada', 'Bob'], exclude: ['bob'] },
    },
  ],
  [
    'speakers without speech',
    'speaker_without_speech',
    'speaker_filter.include',
    {
      criterion,
      signals_required: ['scene_text'],
      speaker_filter: { include: ['Ada'] },
    },
  ],
  [
    'a longest below the shortest',
    'duration_order',
    'max_duration_seconds',
    {
      criterion,
      min_duration_seconds: 9,
      max_duration_seconds: 8,
    },
  ],
  [
    'a shortest above the usual longest',
    'duration_order',
    'max_duration_seconds',
    {
      criterion,
      min_duration_seconds: 301,
    },
  ],
];
