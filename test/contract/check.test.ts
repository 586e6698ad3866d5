import { describe, expect, it } from 'vitest';
import { check, describeProblems, operations } from '../../src/contract/index.ts';

const complaint = (schema: Parameters<typeof check>[0], value: unknown) => {
  const result = check(schema, value);
  return result.ok ? undefined : describeProblems(result.problems);
};

const collectionUuid = '6a6f8f0e-6f0c-4c1e-9d5b-0d6f0a4b1c2d';

/** Invalid values and the whole error message. */
const bodies: [name: string, schema: Parameters<typeof check>[0], value: unknown, sentence: string][] = [
  ['a missing field', operations['share.create'].body, {}, 'file_id is required'],
  ['no uuid', operations['share.create'].body, { file_id: 'x' }, 'file_id must be a UUID (got "x")'],
  [
    'an unknown enum value',
    operations['share.create'].body,
    { file_id: collectionUuid, visibility: 'secret' },
    'visibility must be one of public, private (got "secret")',
  ],
  [
    'an unknown property of an attach',
    operations['moment-criteria.attach'].body,
    { criterion: { name: 'a', instructions: 'x' }, colour: 1 },
    'colour is not an allowed property',
  ],
  [
    'a name that is too long',
    operations['moment-criteria.attach'].body,
    { criterion: { name: 'a'.repeat(65), instructions: 'x' } },
    'criterion.name must have at most 64 characters',
  ],
  [
    'both ways to name a segmentation',
    operations['media.add'].body,
    { file_id: 'f', segmentation_id: collectionUuid, segmentation_config: { strategy: 'uniform' } },
    'segmentation_id cannot be given together with segmentation_config: choose one',
  ],
  [
    'manual segments out of order',
    operations['segmentation.create'].body,
    {
      strategy: 'manual',
      manual_config: {
        segments: [
          { start_time: 5, end_time: 6 },
          { start_time: 1, end_time: 2 },
        ],
      },
    },
    'manual_config.segments[1].start_time is before the previous segment (5): sort the segments by time',
  ],
  [
    'a webhook to no web address',
    operations['webhook.create'].body,
    { endpoint: 'ftp://x.test', subscribed_events: ['file.job.completed'] },
    'endpoint must be a URL that starts with http:// or https:// (got "ftp://x.test")',
  ],
  [
    'a filter without its value',
    operations['file.list'].query,
    { filter: { file: [{ path: 'bytes', operator: 'In' }] } },
    'filter.file[0].valueTextArray is required with operator In',
  ],
];

describe('checks', () => {
  it.each(bodies)('explains what is wrong with %s', (_name, schema, value, sentence) => {
    expect(complaint(schema, value)).toBe(sentence);
  });

  it('applies the documented defaults', () => {
    const result = check(operations['moment-criteria.attach'].body, {
      criterion: { name: 'a', instructions: 'x' },
    });
    expect(result).toMatchObject({
      ok: true,
      value: {
        signals_required: ['speech'],
        boundary_policy: 'sentence',
        min_duration_seconds: 5,
        max_duration_seconds: 300,
      },
    });
  });
});
