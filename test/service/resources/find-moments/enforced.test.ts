/** What is kept of the answers of a judge, whoever it is. */
import { afterAll, beforeAll, beforeEach, describe, expect, vi } from 'vitest';
import type { FindMomentsRun } from '../../../../src/contract/index.ts';
import type { JudgedMoment } from '../../../../src/service/understanding/rules/moments/port.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { addRecording, HARBOUR, momentsApi, type ScriptedJudge, scriptedJudge } from '../moments/support.ts';

const script = vi.hoisted(() => ({ judge: undefined as ScriptedJudge | undefined }));
vi.mock('../../../../src/service/understanding/rules/moments/index.ts', () => ({
  judgeFor: () => script.judge,
}));

const it = needs('ffmpeg');
let service: TestService;
let api: ReturnType<typeof momentsApi>;
let judge: ScriptedJudge;
let url: string;
beforeAll(async () => {
  service = await openTestService();
  api = momentsApi(service);
  url = `vau://files/${await addRecording(service, HARBOUR)}`;
  await service.drain();
});
beforeEach(() => {
  judge = scriptedJudge();
  script.judge = judge;
});
afterAll(() => service.close());

const criterion = { name: 'ferry', instructions: 'Everything about the ferry' };

/** Runs a criterion over the recording, which has two lines about the ferry: from 1 to 5 and from 15 to 20. */
async function found(more: object = {}, own: object = {}): Promise<FindMomentsRun> {
  const body = { url, criterion: { ...criterion, ...own }, min_duration_seconds: 1, ...more };
  const { job_id } = await api.find({ ...body, cache_policy: 'refresh' });
  await service.drain();
  const run = await api.run(job_id);
  expect(run.status, run.error).toBe('completed');
  return run;
}

const starts = ({ moments }: FindMomentsRun) => moments?.map(({ start_time }) => start_time);

/** Changes the first moment only; the other one stays as a witness. */
const bendFirst = (change: (moment: JudgedMoment) => Partial<JudgedMoment>) => {
  judge.bend = (moment) => (moment.start < 10 ? { ...moment, ...change(moment) } : moment);
};

describe('what a judge claims', () => {
  it('is kept if it holds, with those who speak, and in order of time', async () => {
    const run = await found();
    expect(starts(run)).toEqual([1, 15]);
    expect(run.total_moments).toBe(2);
    expect(run.moments?.map(({ speakers }) => speakers)).toEqual([['Ada'], ['Ada']]);
  });

  it.each<[string, (moment: JudgedMoment) => Partial<JudgedMoment>]>([
    ['begins before the file', () => ({ start: -3 })],
    ['ends after the file', () => ({ start: 36, end: 44 })],
    ['ends before it begins', () => ({ start: 5, end: 1 })],
    ['has a time that is no number', () => ({ end: Number.NaN })],
    ['rests on no line', () => ({ evidence: [] })],
    ['rests on a line that is not there', () => ({ evidence: [99] })],
    ['rests on a line of another second', () => ({ evidence: [3] })],
    ['quotes what nobody said', () => ({ reason: 'It is said: "The ferry sank."' })],
    ['quotes what was said at another second', () => ({ reason: 'He says “the weather is fine”.' })],
    ['quotes in its title what nobody said', () => ({ title: '«The ferry sank»' })],
    ['has no title', () => ({ title: ' ' })],
    ['has a rank above 1', () => ({ rank: 1.5 })],
    ['has a rank that is no number', () => ({ rank: Number.NaN })],
  ])('[MOM-6] a moment that %s is dropped, and the others stay', async (_, change) => {
    bendFirst(change);
    const run = await found();
    expect(starts(run)).toEqual([15]);
    expect(run.total_moments).toBe(1);
  });

  it('[MOM-6] a quote may begin and end anywhere, and leave words out', async () => {
    bendFirst(() => ({ reason: 'Ada says “I PROMISE … the ferry” and "tomorrow".' }));
    expect(starts(await found())).toEqual([1, 15]);
  });

  it('[MOM-6] evidence names the signals it came from, with the lines', async () => {
    const run = await found({ signals_required: ['speech', 'audio_description'] });
    for (const { evidence, start_time, end_time } of run.moments ?? []) {
      expect(evidence.signals).toEqual(['speech']);
      for (const quote of evidence.quotes ?? []) {
        expect(quote.start_time).toBeLessThan(end_time);
        expect(quote.end_time).toBeGreaterThan(start_time);
        expect(HARBOUR.map(([, , , text]) => text)).toContain(quote.text);
      }
    }
  });

  it('[ATT-2] only the signals that were asked for count as evidence', async () => {
    expect((await found({ signals_required: ['audio_description'] })).moments).toEqual([]);
  });

  it('[ATT-5] a moment that is too short or too long is dropped', async () => {
    bendFirst(({ start }) => ({ end: start + 2 }));
    expect(starts(await found({ min_duration_seconds: 3 }))).toEqual([15]);
    expect(starts(await found({ min_duration_seconds: 2 }))).toEqual([1, 15]);
    bendFirst(({ start }) => ({ end: start + 30 }));
    expect(starts(await found({ max_duration_seconds: 20 }))).toEqual([15]);
    expect(starts(await found({ max_duration_seconds: 30 }))).toEqual([1, 15]);
  });

  it('[ATT-5] durations are 5 and 300 seconds unless they are given', async () => {
    let asked: readonly number[] = [];
    judge.before = async ({ minDuration, maxDuration }) => {
      asked = [minDuration, maxDuration];
    };
    await found({ min_duration_seconds: undefined });
    expect(asked).toEqual([5, 300]);
  });

  it('[ATT-4] moments honour the speaker filter: include, exclude, any and all, whatever the case', async () => {
    judge.bend = (moment) => ({ ...moment, end: moment.start < 10 ? 12 : moment.end });
    const filter = async (speaker_filter: object) => starts(await found({ speaker_filter }));
    expect(await filter({ include: ['ada'] })).toEqual([1, 15]);
    expect(await filter({ include: ['Ben'] })).toEqual([1]);
    expect(await filter({ exclude: ['BEN'] })).toEqual([15]);
    expect(await filter({ include: ['Ada', 'Ben'], match: 'any' })).toEqual([1, 15]);
    expect(await filter({ include: ['Ada', 'Ben'], match: 'all' })).toEqual([1]);
    expect(await filter({ include: ['Eve'] })).toEqual([]);
  });

  it('[CRIT-3] an anchor that does not exist is omitted, never null; without a required one there is no moment', async () => {
    const anchors = { said: { required: true, description: 'When it is said' }, kept: { required: false } };
    bendFirst(({ start }) => ({ anchors: { said: start + 1, kept: null as unknown as number } }));
    const run = await found({}, { anchors });
    expect(run.moments?.map((moment) => moment.anchors)).toEqual([{ said: 2 }]);
    bendFirst(() => ({ anchors: { said: 30, other: 2 } }));
    expect((await found({}, { anchors })).moments).toEqual([]);
    const optional = { said: { required: false } };
    expect((await found({}, { anchors: optional })).moments?.map((moment) => moment.anchors)).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('[CRIT-4] a score outside of its range, or none, drops the moment; without scoring there is none', async () => {
    const scoring = { key: 'weight', min: 1, max: 5 };
    bendFirst(() => ({ score: 6 }));
    expect(starts(await found({}, { scoring }))).toEqual([15]);
    judge.bend = ({ score: _, ...moment }) => moment;
    expect(starts(await found({}, { scoring }))).toEqual([]);
    judge.bend = (moment) => ({ ...moment, score: 3 });
    expect((await found()).moments?.[0]?.criterion_score).toBeUndefined();
    expect((await found({}, { scoring })).moments?.[0]?.criterion_score).toEqual({ ...scoring, value: 3 });
  });

  it('[CRIT-6] properties match moment_schema: others are left out, and a missing required one drops the moment', async () => {
    const moment_schema = {
      type: 'object',
      properties: {
        deadline: { type: 'string', enum: ['tomorrow', 'noon'] },
        people: { type: 'array', items: { type: 'string' } },
        times: { type: 'integer' },
      },
      required: ['deadline'],
    };
    const properties = async (data: object) => {
      bendFirst(() => ({ data: data as Record<string, unknown> }));
      return (await found({}, { moment_schema })).moments?.map((moment) => moment.properties);
    };
    const whole = { deadline: 'tomorrow', people: ['Ada'], times: 2 };
    expect(await properties(whole)).toEqual([whole, {}]);
    expect(await properties({ ...whole, times: 2.5, colour: 'red', people: [1] })).toEqual([
      { deadline: 'tomorrow' },
      {},
    ]);
    expect(await properties({ ...whole, deadline: 'some day' })).toEqual([{}]);
  });

  it('[MOM-3] an observation rests on lines of the file, an absence on none', async () => {
    const { judge: usual } = judge;
    const said = async (kind: 'absence' | 'observation', text: string, evidence: number[]) => {
      judge.judge = async (request, signal) => ({
        ...(await usual(request, signal)),
        findings: [{ kind, text, evidence }],
      });
      return (await found()).findings?.map(({ reason }) => reason);
    };
    expect(await said('observation', 'They speak of "the weather".', [1])).toHaveLength(1);
    expect(await said('observation', 'They speak of "the fish".', [1])).toEqual([]);
    expect(await said('observation', 'They speak.', [77])).toEqual([]);
    expect(await said('absence', 'Nobody says "fish".', [])).toHaveLength(1);
  });

  it('a judge that fails for good fails the run, with its reason', async () => {
    judge.before = () => Promise.reject(new Error('the endpoint did not answer in time'));
    const { job_id } = await api.find({ url, criterion, cache_policy: 'refresh' });
    await service.drain();
    expect(await api.run(job_id)).toMatchObject({
      status: 'failed',
      error: 'the endpoint did not answer in time',
    });
    judge.before = async () => undefined;
    const again = await api.find({ url, criterion });
    expect(again.job_id).not.toBe(job_id);
    await service.drain();
  });
});
