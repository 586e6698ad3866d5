import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, vi } from 'vitest';
import { canonicalJson } from '../../../../src/contract/index.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import {
  addCollection,
  addFile,
  addRecording,
  HARBOUR,
  momentsApi,
  type ScriptedJudge,
  scriptedJudge,
} from '../moments/support.ts';

const script = vi.hoisted(() => ({ judge: undefined as ScriptedJudge | undefined }));
vi.mock('../../../../src/service/understanding/rules/moments/index.ts', () => ({
  judgeFor: () => script.judge,
}));

const it = needs('ffmpeg');
let service: TestService;
let api: ReturnType<typeof momentsApi>;
let judge: ScriptedJudge;
beforeAll(async () => {
  service = await openTestService();
  api = momentsApi(service);
  recordings = [
    await addRecording(service, HARBOUR),
    await addRecording(service, [[2, 6, 'Ada', 'Nothing of that kind.']]),
  ];
});
beforeEach(() => {
  judge = scriptedJudge();
  script.judge = judge;
  tests += 1;
  criterion = { name: `promise_${tests}`, instructions: 'Find every promise' };
});
afterAll(() => service.close());

/** Of another name in each test, so that none finds the runs of another. */
let criterion: { name: string; instructions: string };
let tests = 0;
let recordings: string[];

/** A collection of two recordings that are processed. */
async function twoRecordings(): Promise<{ collection: string; files: string[] }> {
  const collection = await addCollection(service);
  for (const file of recordings) await addFile(service, collection, file);
  await service.drain();
  return { collection, files: recordings };
}

describe('attaching a criterion', () => {
  it('[ATT-6] [ATT-9] answers 201 with the attachment, options as supplied, and charges nothing', async () => {
    const { collection } = await twoRecordings();
    const body = { criterion, boundary_policy: 'tight', speaker_filter: { exclude: ['Ben'] } };
    const answer = await service.call('POST', `/collections/${collection}/moment-criteria`, body);
    expect(answer.status).toBe(201);
    expect(answer.headers.get('x-vau-cost')).toBe('0');
    expect(answer.body).toEqual({
      attachment_id: expect.stringMatching(/^[\da-f-]{36}$/),
      criterion_name: criterion.name,
      criterion_hash: createHash('sha256').update(canonicalJson(criterion)).digest('hex'),
      criterion,
      options: { boundary_policy: 'tight', speaker_filter: { exclude: ['Ben'] } },
      backfill_status: 'pending',
      files_total: 2,
      files_completed: 0,
      files_failed: 0,
      created_at: expect.any(Number),
    });
    const ledger = await service.context.db.selectFrom('ledger').selectAll().execute();
    expect(ledger.filter(({ operation }) => operation.includes('moment'))).toEqual([]);
  });

  it('[ATT-7] runs it over the files that are there; counters move from pending over processing to completed', async () => {
    const { collection, files } = await twoRecordings();
    const { attachment_id } = await api.attach(collection, { criterion });
    const seen: unknown[] = [];
    const look = async () => {
      const [one] = await api.attachments(collection);
      seen.push([one?.backfill_status, one?.files_completed, one?.files_failed, one?.files_total]);
    };
    await look();
    judge.before = look;
    await service.drain();
    await look();
    expect(seen).toEqual([
      ['pending', 0, 0, 2],
      ['processing', 0, 0, 2],
      ['processing', 1, 0, 2],
      ['completed', 2, 0, 2],
    ]);
    const { moments, total } = await api.moments(collection, `attachment_id=${attachment_id}`);
    expect(total).toBe(3);
    expect(new Set(moments.map(({ file_id }) => file_id))).toEqual(new Set([files[0]]));
    expect((await api.findings(collection)).findings).toEqual([
      expect.objectContaining({ kind: 'absence', file_id: files[1], reason: 'Nothing says "promise".' }),
    ]);
  });

  it('[ATT-7] counts a file that failed, and a run that failed, and ends as completed_with_failures', async () => {
    const { collection, files } = await twoRecordings();
    const broken = (await service.upload('a recording that cannot be read', 'broken.flac')).body.id;
    await addFile(service, collection, broken);
    await service.drain();
    judge.before = async ({ evidence }) => {
      if (evidence.length === 1) throw new Error('the endpoint answers 500');
    };
    await api.attach(collection, { criterion });
    await service.drain();
    const [attachment] = await api.attachments(collection);
    expect(attachment).toMatchObject({
      backfill_status: 'completed_with_failures',
      files_total: 3,
      files_completed: 1,
      files_failed: 2,
    });
    const { runs } = await api.runs('status=failed');
    expect(runs[0]).toMatchObject({ url: `vau://files/${files[1]}`, error: 'the endpoint answers 500' });
    judge.before = async () => undefined;
    const again = await api.attach(collection, { criterion });
    expect(again).toMatchObject({ attachment_id: attachment?.attachment_id, backfill_status: 'pending' });
    await service.drain();
    expect(await api.attachments(collection)).toMatchObject([
      { backfill_status: 'completed_with_failures', files_completed: 2, files_failed: 1 },
    ]);
  });

  it('[ATT-8] runs every attached criterion over a file that is added later, once it is processed', async () => {
    const collection = await addCollection(service);
    await api.attach(collection, { criterion });
    await api.attach(collection, {
      criterion: { name: `weather_${tests}`, instructions: 'Talk of the weather' },
    });
    await service.drain();
    expect(await api.attachments(collection)).toMatchObject([
      { backfill_status: 'completed', files_total: 0 },
      { backfill_status: 'completed', files_total: 0 },
    ]);
    await addFile(service, collection, recordings[0] ?? '');
    expect(await api.attachments(collection)).toMatchObject([
      { backfill_status: 'processing', files_total: 1 },
      { backfill_status: 'processing', files_total: 1 },
    ]);
    await service.drain();
    expect(await api.attachments(collection)).toMatchObject([
      { backfill_status: 'completed', files_completed: 1 },
      { backfill_status: 'completed', files_completed: 1 },
    ]);
    const names = (await api.moments(collection)).moments.map(({ criterion_name }) => criterion_name);
    expect(names.filter((name) => name === criterion.name)).toHaveLength(3);
    expect(names.filter((name) => name === `weather_${tests}`)).toHaveLength(2);
  });

  it('[ATT-10] a matching earlier run satisfies a file without executing; other options or another engine do not', async () => {
    const { collection } = await twoRecordings();
    await api.attach(collection, { criterion });
    await service.drain();
    expect(judge.asked).toHaveLength(2);
    const other = await addCollection(service);
    for (const { file_id } of (await service.call('GET', `/collections/${collection}/videos`)).body.data)
      await addFile(service, other, file_id);
    const reordered = { instructions: criterion.instructions, name: criterion.name };
    await api.attach(other, { criterion: reordered, signals_required: ['speech'] });
    await service.drain();
    expect(judge.asked).toHaveLength(2);
    expect(await api.attachments(other)).toMatchObject([
      { backfill_status: 'completed', files_completed: 2 },
    ]);
    const ids = async (id: string) => (await api.moments(id)).moments.map(({ moment_id }) => moment_id);
    expect(await ids(other)).toEqual(await ids(collection));
    await api.attach(other, { criterion, max_duration_seconds: 20 });
    await service.drain();
    expect(judge.asked).toHaveLength(4);
    judge.version = 'scripted-2';
    const third = await addCollection(service, { moments_config: { criteria: [{ criterion }] } });
    for (const { file_id } of (await service.call('GET', `/collections/${other}/videos`)).body.data)
      await addFile(service, third, file_id);
    await service.drain();
    expect(judge.asked).toHaveLength(6);
  });

  it('[CRIT-7] keeps a snapshot of the criterion and its hash with each run, whatever the order of its keys', async () => {
    const { collection } = await twoRecordings();
    const scoring = { key: 'weight', min: 0, max: 10 };
    const { criterion_hash } = await api.attach(collection, { criterion: { ...criterion, scoring } });
    const turned = { scoring: { max: 10, min: 0, key: 'weight' }, ...criterion };
    expect((await api.attach(collection, { criterion: turned })).criterion_hash).toBe(criterion_hash);
    expect(await api.attachments(collection)).toHaveLength(1);
    await service.drain();
    const { moments } = await api.moments(collection);
    const run = await api.run(moments[0]?.job_id ?? '');
    expect(run.find_moments_config).toMatchObject({
      criterion: { ...criterion, scoring },
      criterion_hash,
      engine_version: expect.any(Number),
      engine: expect.stringContaining('scripted-1'),
      signals_required: ['speech'],
      boundary_policy: 'sentence',
      min_duration_seconds: 5,
      max_duration_seconds: 300,
    });
    expect(run.judged_by).toBe('ranking');
    expect(moments[0]?.judged_by).toBe('ranking');
  });

  it('takes criteria when a collection is made, and shows them with it in lists', async () => {
    const criteria = [
      { criterion },
      { criterion: { ...criterion, name: 'other' }, boundary_policy: 'loose' },
      ...['third', 'fourth', 'fifth'].map((name) => ({ criterion: { ...criterion, name } })),
    ];
    const collection = await addCollection(service, { moments_config: { criteria } });
    expect(await api.attachments(collection)).toMatchObject([
      { criterion_name: criterion.name, options: {} },
      { criterion_name: 'other', options: { boundary_policy: 'loose' } },
      ...['third', 'fourth', 'fifth'].map((criterion_name) => ({ criterion_name })),
    ]);
    const { data } = (await service.call('GET', '/collections?collection_type=moments&limit=1')).body;
    expect(JSON.stringify(data)).toContain('"criterion_name":"other"');
  });
});

describe('detaching a criterion', () => {
  it('[MOM-4] takes its moments and findings out of the lists at once; the runs stay', async () => {
    const { collection } = await twoRecordings();
    const one = await api.attach(collection, { criterion });
    await api.attach(collection, {
      criterion: { name: `weather_${tests}`, instructions: 'Talk of the weather' },
    });
    await service.drain();
    const before = (await api.runs()).total;
    expect((await api.moments(collection)).total).toBe(5);
    await api.detach(collection, one);
    const expectGone = async () => {
      expect((await api.moments(collection)).total).toBe(2);
      expect((await api.moments(collection, `attachment_id=${one.attachment_id}`)).total).toBe(0);
      expect((await api.findings(collection, `criterion_name=${criterion.name}`)).total).toBe(0);
      expect(await api.attachments(collection)).toMatchObject([{ criterion_name: `weather_${tests}` }]);
      expect((await api.runs()).total).toBe(before);
    };
    await expectGone();
    await service.drain();
    await expectGone();
    const { db } = service.context;
    const left = await db
      .selectFrom('criterion_files')
      .select('file_id')
      .where('attachment_id', '=', one.attachment_id)
      .execute();
    expect(left).toEqual([]);
    const gone = await service.call(
      'DELETE',
      `/collections/${collection}/moment-criteria/${one.attachment_id}`,
    );
    expect(gone.status).toBe(404);
  });

  it('[MOM-4] taking a file out of the collection takes its moments out; the runs stay, and are used when it comes back', async () => {
    const { collection, files } = await twoRecordings();
    await api.attach(collection, { criterion });
    await service.drain();
    const { moments } = await api.moments(collection);
    await service.call('DELETE', `/collections/${collection}/videos/${files[0]}`);
    expect((await api.moments(collection)).total).toBe(0);
    expect(await api.attachments(collection)).toMatchObject([{ files_total: 1, files_completed: 1 }]);
    await service.drain();
    expect((await api.moments(collection)).total).toBe(0);
    expect((await api.run(moments[0]?.job_id ?? '')).moments).toHaveLength(3);
    const asked = judge.asked.length;
    await addFile(service, collection, files[0] ?? '');
    await service.drain();
    expect((await api.moments(collection)).moments).toEqual(moments);
    expect(judge.asked).toHaveLength(asked);
  });

  it('stops the run that is at work, and those that wait never begin', async () => {
    const { collection } = await twoRecordings();
    const one = await api.attach(collection, { criterion });
    let stopped = false;
    judge.before = async (_, signal) => {
      await api.detach(collection, one);
      stopped = signal.aborted;
    };
    await service.drain();
    expect(judge.asked).toHaveLength(1);
    expect(stopped).toBe(false);
    const { runs } = await api.runs('limit=2');
    expect(runs.map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
    expect((await api.moments(collection)).total).toBe(0);
  });

  it('deleting a file takes its runs with it', async () => {
    const collection = await addCollection(service);
    const files = [await addRecording(service, HARBOUR)];
    await addFile(service, collection, files[0] ?? '');
    await api.attach(collection, { criterion });
    await service.drain();
    const { moments } = await api.moments(collection);
    expect((await service.call('DELETE', `/files/${files[0]}`)).status).toBe(200);
    const gone = async () => {
      expect((await api.moments(collection)).total).toBe(0);
      expect((await service.call('GET', `/find-moments/${moments[0]?.job_id}`)).status).toBe(404);
      expect((await api.runs(`url=vau://files/${files[0]}`)).total).toBe(0);
    };
    await gone();
    await service.drain();
    await gone();
  });

  it('deleting a collection leaves the runs', async () => {
    const { collection } = await twoRecordings();
    await api.attach(collection, { criterion });
    await service.drain();
    const before = (await api.runs()).total;
    expect((await service.call('DELETE', `/collections/${collection}`)).status).toBe(200);
    await service.drain();
    expect((await api.runs()).total).toBe(before);
    const rows = await service.context.db
      .selectFrom('moment_attachments')
      .select('id')
      .where('collection_id', '=', collection)
      .execute();
    expect(rows).toEqual([]);
  });

  it('[ATT-8] runs it again over a file whose transcript was corrected, and lists what is said now', async () => {
    const collection = await addCollection(service);
    const file = await addRecording(service, [[2, 9, 'Ada', 'I promise to paint the fairy.']]);
    await addFile(service, collection, file);
    await api.attach(collection, { criterion });
    await service.drain();
    const quoted = async () => (await api.moments(collection)).moments.map(({ reason }) => reason);
    expect(await quoted()).toEqual(['It is said: "I promise to paint the fairy."']);
    const form = new FormData();
    const vtt = 'WEBVTT\n\n00:02.000 --> 00:09.000\n<v Ada>I promise to paint the ferry.\n';
    form.set('file', new Blob([vtt]), 'corrected.vtt');
    expect((await service.call('PUT', `/files/${file}/transcript`, form)).status).toBe(200);
    await service.drain();
    expect(await quoted()).toEqual(['It is said: "I promise to paint the ferry."']);
    expect(judge.asked).toHaveLength(2);
    expect((await api.attachments(collection))[0]?.backfill_status).toBe('completed');
  });
});
