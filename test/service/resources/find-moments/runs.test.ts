import { afterAll, beforeAll, beforeEach, describe, expect, vi } from 'vitest';
import { requeueUnfinished } from '../../../../src/service/jobs/reconciler.ts';
import { jobKey } from '../../../../src/service/queue/queue.ts';
import { makeImage } from '../../../support/film.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, strangerToken, type TestService } from '../../../support/service.ts';
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
let tests = 0;
let criterion: { name: string; instructions: string };
beforeEach(() => {
  judge = scriptedJudge();
  script.judge = judge;
  tests += 1;
  criterion = { name: `promise_${tests}`, instructions: 'Find every promise' };
});
afterAll(() => service.close());

async function events(id: string): Promise<string[]> {
  const rows = await service.context.db.selectFrom('events').selectAll().orderBy('seq').execute();
  return rows.filter(({ payload }) => payload.includes(id)).map(({ event_type }) => event_type);
}

describe('a find-moments run', () => {
  it('[MOM-5] runs a criterion over one file, goes through its states, and each is an event', async () => {
    const run = await api.find({ url, criterion, min_duration_seconds: 4 });
    expect(run).toMatchObject({
      status: 'pending',
      url,
      judged_by: 'ranking',
      find_moments_config: {
        criterion,
        engine_version: 1,
        min_duration_seconds: 4,
        max_duration_seconds: 300,
      },
    });
    expect(run.moments).toBeUndefined();
    const states: string[] = [];
    judge.before = async () => void states.push((await api.run(run.job_id)).status);
    await service.drain();
    const ended = await api.run(run.job_id);
    expect([...states, ended.status]).toEqual(['processing', 'completed']);
    expect(ended.total_moments).toBe(3);
    expect(ended.findings).toEqual([]);
    expect(ended.moments?.[0]).toEqual({
      moment_id: expect.stringMatching(/^[\da-f-]{36}$/),
      start_time: 1,
      end_time: 5,
      rank_score: expect.any(Number),
      title: 'I promise to paint the ferry tomorrow.',
      reason: 'It is said: "I promise to paint the ferry tomorrow."',
      speakers: ['Ada'],
      properties: {},
      evidence: {
        signals: ['speech'],
        quotes: [
          {
            signal: 'speech',
            text: 'I promise to paint the ferry tomorrow.',
            speaker: 'Ada',
            start_time: 1,
            end_time: 5,
          },
        ],
      },
      judged_by: 'ranking',
    });
    expect(await events(run.job_id)).toEqual(['find_moments.job.processing', 'find_moments.job.completed']);
  });

  it('[MOM-5] reuse gives the run that is there, in flight too; refresh makes a new one', async () => {
    const first = await api.find({ url, criterion });
    expect((await api.find({ url, criterion })).job_id).toBe(first.job_id);
    await service.drain();
    const again = await api.find({ url, criterion, cache_policy: 'reuse', signals_required: ['speech'] });
    expect(again.job_id).toBe(first.job_id);
    expect(again.moments).toHaveLength(3);
    expect(judge.asked).toHaveLength(1);
    const fresh = await api.find({ url, criterion, cache_policy: 'refresh' });
    expect(fresh).toMatchObject({ status: 'pending' });
    expect(fresh.job_id).not.toBe(first.job_id);
    await service.drain();
    expect(judge.asked).toHaveLength(2);
    expect((await api.find({ url, criterion })).job_id).toBe(fresh.job_id);
    expect((await api.find({ url, criterion, boundary_policy: 'loose' })).job_id).not.toBe(fresh.job_id);
    await service.drain();
  });

  it('[MOM-5] reuse gives the run in flight after the transcript was corrected: it has the result of the new one', async () => {
    const file = await addRecording(service, HARBOUR, 42);
    await service.drain();
    const asked = { url: `vau://files/${file}`, criterion };
    const first = await api.find(asked);
    const form = new FormData();
    const corrected = 'WEBVTT\n\n00:02.000 --> 00:09.000\n<v Ada>I promise to paint the fairy.\n';
    form.set('file', new Blob([corrected]), 'corrected.vtt');
    expect((await service.call('PUT', `/files/${file}/transcript`, form)).status).toBe(200);
    const before = (await service.call('GET', '/billing')).body;
    expect((await service.call('POST', '/find-moments/estimate', asked)).body).toMatchObject({ reused: 1 });
    expect((await api.find(asked)).job_id).toBe(first.job_id);
    await service.drain();
    expect(judge.asked).toHaveLength(1);
    expect((await api.run(first.job_id)).moments?.[0]?.reason).toContain('the fairy');
    expect((await api.find(asked)).job_id).toBe(first.job_id);
    expect((await service.call('GET', '/billing')).body).toEqual(before);
  });

  it('[MOM-5] DELETE cancels one in flight: its judge is stopped, nothing is written, and it is gone', async () => {
    const run = await api.find({ url, criterion });
    judge.before = async () => {
      expect(await api.remove(run.job_id)).toMatchObject({ job_id: run.job_id, deleted: true });
    };
    await service.drain();
    expect(judge.asked).toHaveLength(1);
    expect((await service.call('GET', `/find-moments/${run.job_id}`)).status).toBe(404);
    expect((await api.runs()).runs.map(({ job_id }) => job_id)).not.toContain(run.job_id);
    const rows = await service.context.db
      .selectFrom('moments')
      .select('id')
      .where('run_id', '=', run.job_id)
      .execute();
    expect(rows).toEqual([]);
    expect(await events(run.job_id)).toEqual(['find_moments.job.processing']);
    judge.before = async () => undefined;
    expect((await api.find({ url, criterion })).job_id).not.toBe(run.job_id);
    await service.drain();
  });

  it('[MOM-5] one that waits for its file is deleted before it begins', async () => {
    const file = await addRecording(service, HARBOUR, 41);
    const run = await api.find({ url: `vau://files/${file}`, criterion });
    await api.remove(run.job_id);
    await service.drain();
    expect(judge.asked).toEqual([]);
    expect((await service.call('DELETE', `/find-moments/${run.job_id}`)).status).toBe(404);
  });

  it('waits for a file that is still being processed, and fails with it', async () => {
    const broken = (await service.upload('what nobody can read', 'broken.flac')).body.id;
    const run = await api.find({ url: `vau://files/${broken}`, criterion });
    await service.drain();
    const ended = await api.run(run.job_id);
    expect(ended).toMatchObject({ status: 'failed', error: expect.stringMatching(/^the file failed/) });
    expect(await events(run.job_id)).toEqual(['find_moments.job.failed']);
    const late = await service.call('POST', '/find-moments', { url: `vau://files/${broken}`, criterion });
    expect(late.status).toBe(409);
  });

  it('is found again by the reconciler if it lost its job', async () => {
    const run = await api.find({ url, criterion });
    const { db, queue } = service.context;
    await queue.cancel(db, jobKey('find-moments.run', { run_id: run.job_id }));
    await service.drain();
    expect((await api.run(run.job_id)).status).toBe('pending');
    expect(await requeueUnfinished(service.context)).toBe(1);
    await service.drain();
    expect((await api.run(run.job_id)).status).toBe('completed');
  });

  it('[CRIT-5] shows the best first, and those of at least a score, by what its scoring says is better', async () => {
    for (const higher_is_better of [true, false]) {
      const scoring = { key: 'weight', min: 0, max: 10, higher_is_better };
      const { job_id } = await api.find({ url, criterion: { ...criterion, scoring } });
      await service.drain();
      const scores = async (query: string) =>
        (await api.run(job_id, query)).moments?.map((one) => one.criterion_score?.value ?? -1) ?? [];
      const inOrder = await scores('');
      expect(inOrder).toHaveLength(3);
      const best = [...inOrder].sort((one, other) => (higher_is_better ? other - one : one - other));
      expect(await scores('sort=rank_score')).toEqual(best);
      expect(await scores('sort=start_time')).toEqual(inOrder);
      expect(await scores(`sort=rank_score&min_score=${best[1]}`)).toEqual(best.slice(0, 2));
      const { moments } = await api.run(job_id);
      expect(moments?.[0]?.criterion_score).toMatchObject({ key: 'weight', min: 0, max: 10 });
    }
    const plain = await api.find({ url, criterion });
    const refused = await service.call('GET', `/find-moments/${plain.job_id}?min_score=1`);
    expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining('scoring')]);
  });

  it('over a picture has no time to find a moment in, and completes', async () => {
    const { id } = (await service.upload(await makeImage(), 'picture.png')).body;
    await service.drain();
    const run = await api.find({ url: `vau://files/${id}`, criterion });
    await service.drain();
    expect(await api.run(run.job_id)).toMatchObject({ status: 'completed', total_moments: 0 });
  });

  it('refuses a longest duration below the shortest, naming the field', async () => {
    const answer = await service.call('POST', '/find-moments', { url, criterion, max_duration_seconds: 2 });
    expect([answer.status, answer.body.error]).toEqual([
      400,
      expect.stringContaining('max_duration_seconds'),
    ]);
  });
});

describe('the list of runs', () => {
  it('gives each run once over its pages while others are added, newest first, with filters', async () => {
    const made: string[] = [];
    for (const name of ['a', 'b', 'c'])
      made.push((await api.find({ url, criterion: { ...criterion, name } })).job_id);
    const before = await api.runs('limit=100');
    expect(before.runs.map(({ created_at }) => created_at)).toEqual(
      [...before.runs].map(({ created_at }) => created_at).sort((one, other) => other - one),
    );
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await api.runs(`limit=2${cursor ? `&cursor=${cursor}` : ''}`);
      seen.push(...page.runs.map(({ job_id }) => job_id));
      cursor = page.next_cursor;
      await api.find({ url, criterion: { ...criterion, name: `d${seen.length}` } });
    } while (cursor);
    expect(seen).toEqual(before.runs.map(({ job_id }) => job_id));
    expect((await api.runs(`status=pending&url=${encodeURIComponent(url)}`)).total).toBeGreaterThan(3);
    expect((await api.runs('url=vau://files/none')).total).toBe(0);
    expect((await api.runs('created_after=2999-01-01')).total).toBe(0);
    const wrong = await service.call('GET', '/find-moments?cursor=abc');
    expect([wrong.status, wrong.body.error]).toEqual([400, expect.stringContaining('cursor')]);
    await service.drain();
  });

  it('shows nothing to another account', async () => {
    const { job_id } = await api.find({ url, criterion });
    const authorization = `Bearer ${await strangerToken(service)}`;
    const stranger = (method: string, where: string) =>
      service.call(method, where, undefined, { authorization });
    expect((await stranger('GET', '/find-moments')).body.total).toBe(0);
    expect((await stranger('GET', `/find-moments/${job_id}`)).status).toBe(404);
    expect((await stranger('DELETE', `/find-moments/${job_id}`)).status).toBe(404);
    await service.drain();
  });
});
