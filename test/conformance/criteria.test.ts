/** What the service refuses when a criterion is attached, over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { criterionCodes, momentSchemaCodes } from '../../src/contract/index.ts';
import { refusedCriteria } from '../contract/refused-criteria.ts';
import { refusedSchemas } from '../contract/refused-schemas.ts';
import { openServed, type Served } from '../support/served.ts';
import { NOBODY } from './documented.ts';

let service: Served;
let moments: string;
let other: string;

beforeAll(async () => {
  service = await openServed();
  const make = async (name: string, collection_type: string) =>
    (await service.call('POST', '/collections', { name, collection_type })).body.id;
  moments = await make('moments', 'moments');
  other = await make('other', 'media-descriptions');
});
afterAll(() => service.close());

const criterion = { name: 'promise', instructions: 'Find promises.' };
const scored = (type: string, values?: unknown[]) => ({
  type: 'object',
  properties: { a: { type, ...(values && { enum: values }) } },
});
const attach = (body: object, collection = moments) =>
  service.call('POST', `/collections/${collection}/moment-criteria`, body);
const refusal = async (body: object): Promise<string> => {
  const { status, body: answer } = await attach(body);
  expect(status, answer.error).toBe(400);
  return answer.error;
};
/** The body passed its checks; other tests prove what the service does with it. */
const passes = async (body: object) => {
  const { status, body: answer } = await attach(body);
  expect(status, answer.error).not.toBe(400);
};

describe('a refused moment schema', () => {
  const fields = ['moment_schema', 'finding_schema'] as const;
  const cases = fields.flatMap((field) =>
    Object.entries(refusedSchemas).map(([code, [schema, path]]) => ({ field, code, schema, path })),
  );

  it.each(cases)(
    '[ERR-3] $field with $code: the response has the code and the path',
    async ({ field, code, schema, path }) => {
      const error = await refusal({ criterion: { ...criterion, [field]: schema } });
      expect(error).toContain(`criterion.${field}${path.slice(1)} `);
      const codes = Object.keys(momentSchemaCodes).filter((one) => error.includes(`(${one})`));
      expect(codes).toEqual([code]);
    },
  );

  it('[ERR-3] every code has a shape that triggers it, and no two have the same message', () => {
    expect(Object.keys(refusedSchemas).sort()).toEqual(Object.keys(momentSchemaCodes).sort());
    expect(new Set(Object.values(momentSchemaCodes)).size).toBe(Object.keys(momentSchemaCodes).length);
  });
});

describe('a criterion or options that could never be met', () => {
  it.each(refusedCriteria)('[ERR-3] %s: 400 with the code %s and the path', async (_, code, path, body) => {
    const error = await refusal(body);
    expect(error).toContain(`${path} `);
    expect(Object.keys(criterionCodes).filter((one) => error.includes(`(${one})`))).toEqual([code]);
  });

  it('[ERR-3] every code has a body that triggers it, and no two have the same message', () => {
    const codes = Object.keys(criterionCodes).sort();
    expect([...new Set(refusedCriteria.map(([, code]) => code))].sort()).toEqual(codes);
    expect(new Set(Object.values(criterionCodes)).size).toBe(codes.length);
  });

  it('[ERR-3] are refused in a new collection and in a run over a file too', async () => {
    const wrong = { criterion: { ...criterion, instructions: ' ' }, signals_required: ['speech', 'speech'] };
    const make = { name: 'blank', collection_type: 'moments', moments_config: { criteria: [wrong] } };
    const made = await service.call('POST', '/collections', make);
    const run = await service.call('POST', '/find-moments', { url: `vau://files/${NOBODY}`, ...wrong });
    for (const [{ status, body }, at] of [
      [made, 'moments_config.criteria[0].'],
      [run, ''],
    ] as const) {
      expect(status).toBe(400);
      expect(body.error).toContain(`${at}criterion.instructions must say`);
      expect(body.error).toContain(`${at}signals_required[1] repeats a signal (speech) (signal_duplicate)`);
    }
  });

  it.each([
    [
      'a score that is a number of the schema',
      { criterion: { ...criterion, moment_schema: scored('number'), scoring: { key: 'a', min: 0, max: 1 } } },
    ],
    [
      'integers from 1 to 5',
      {
        criterion: {
          ...criterion,
          moment_schema: scored('integer', [1, 3, 9]),
          scoring: { key: 'a', min: 1, max: 5 },
        },
      },
    ],
    ['a score without a schema', { criterion: { ...criterion, scoring: { key: 'a', min: 0, max: 1 } } }],
    ['empty lists of speakers', { criterion, speaker_filter: { include: [], exclude: [] } }],
    ['equal durations', { criterion, min_duration_seconds: 7, max_duration_seconds: 7 }],
    ['an anchor of two words', { criterion: { ...criterion, anchors: { 'the end': {} } } }],
  ])('[CRIT-4] [ATT-1] %s is accepted', (_, body) => passes(body));
});

describe('a criterion', () => {
  it.each([
    [
      'required is not a boolean',
      { a: { required: 'no', description: 'd' } },
      'criterion.anchors.a.required',
    ],
    ['it is a list', [], 'criterion.anchors'],
    ['it has another field', { a: { required: true, description: 'd', at: 1 } }, 'criterion.anchors.a.at'],
  ])('[CRIT-3] anchors are refused where %s', async (_, anchors, path) => {
    expect(await refusal({ criterion: { ...criterion, anchors } })).toContain(path);
  });

  it.each([
    ['both members', { required: false, description: 'When it is kept' }],
    ['required alone', { required: true }],
    ['description alone', { description: 'When it is kept' }],
    ['neither', {}],
  ])('[CRIT-3] [SHAPE-1] an anchor with %s is accepted', (_, anchor) =>
    passes({ criterion: { ...criterion, anchors: { a: anchor } } }),
  );

  const scoring = { key: 'strength', min: 0, max: 10 };
  it.each([
    ['key is missing', { min: 0, max: 1 }, 'criterion.scoring.key'],
    ['min is missing', { key: 's', max: 1 }, 'criterion.scoring.min'],
    ['max is missing', { key: 's', min: 0 }, 'criterion.scoring.max'],
    ['there are several keys', [scoring, { ...scoring, key: 'other' }], 'criterion.scoring'],
    ['key is a list', { ...scoring, key: ['a', 'b'] }, 'criterion.scoring.key'],
    [
      'higher_is_better is not a boolean',
      { ...scoring, higher_is_better: 1 },
      'criterion.scoring.higher_is_better',
    ],
    ['max is not above min', { ...scoring, max: 0 }, 'criterion.scoring.max'],
  ])('[CRIT-4] scoring is refused where %s', async (_, wrong, path) => {
    expect(await refusal({ criterion: { ...criterion, scoring: wrong } })).toContain(path);
  });

  it('[CRIT-4] one key with min and max is accepted, with or without higher_is_better and description', async () => {
    await passes({ criterion: { ...criterion, scoring } });
    await passes({
      criterion: { ...criterion, scoring: { ...scoring, higher_is_better: false, description: 'd' } },
    });
  });
});

describe('the attach body', () => {
  const whole = {
    criterion,
    signals_required: ['speech', 'scene_text'],
    boundary_policy: 'tight',
    speaker_filter: { include: ['Ada'], exclude: ['Bob'], match: 'any' },
    min_duration_seconds: 1,
    max_duration_seconds: 20,
  };

  it('[ATT-1] accepts all of its six properties', () => passes(whole));

  it.each([
    ['beside the criterion', { ...whole, priority: 1 }, 'priority'],
    ['in the criterion', { ...whole, criterion: { ...criterion, rubric: 'x' } }, 'criterion.rubric'],
    ['in the speaker filter', { ...whole, speaker_filter: { only: [] } }, 'speaker_filter.only'],
  ])('[ATT-1] refuses an unknown property %s, naming it', async (_, body, path) => {
    expect(await refusal(body)).toContain(path);
  });

  it('is refused with 400 for a collection of another type, naming both types', async () => {
    const { status, body } = await attach({ criterion }, other);
    expect(status).toBe(400);
    expect(body.error).toMatch(/media-descriptions.*moments/);
  });

  it('gets 404 for an unknown collection', async () => {
    const { status, body } = await attach({ criterion }, NOBODY);
    expect(status).toBe(404);
    expect(body.error).toContain(NOBODY);
  });
});
