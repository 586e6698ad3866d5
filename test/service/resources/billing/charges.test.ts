import { afterAll, beforeAll, beforeEach, describe, expect, vi } from 'vitest';
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
import { money, type Paying, setBalance, withCredits } from './support.ts';

const script = vi.hoisted(() => ({ judge: undefined as ScriptedJudge | undefined }));
vi.mock('../../../../src/service/understanding/rules/moments/index.ts', () => ({
  judgeFor: () => script.judge,
}));

const it = needs('ffmpeg');
/** Lengths in seconds. At one credit for each minute that has begun, they cost 1, 2 and 1. */
const LENGTHS = [40, 61, 60];
const ALL = 4;

let opened: TestService;
let service: Paying;
let files: string[];
let judge: ScriptedJudge;
let tests = 0;
let criterion: { name: string; instructions: string };
beforeAll(async () => {
  opened = await openTestService();
  service = await withCredits(opened, 0);
  files = [];
  for (const seconds of LENGTHS) files.push(await addRecording(service, HARBOUR, seconds));
});
beforeEach(() => {
  judge = scriptedJudge();
  script.judge = judge;
  tests += 1;
  criterion = { name: `promise_${tests}`, instructions: 'Find every promise' };
});
afterAll(() => opened.close());

/** Gives the account so many credits, and a new collection of the three recordings, which are processed. */
async function account(credits: number) {
  const collection = await addCollection(service);
  for (const file of files) await addFile(service, collection, file);
  await service.drain();
  await setBalance(service, credits);
  const attachPath = `/collections/${collection}/moment-criteria`;
  return { collection, attachPath, api: momentsApi(service), ...money(service) };
}

/** The runs of this test's criterion. */
const own = async (query = '') =>
  (await momentsApi(service).runs(`limit=100&${query}`)).runs.filter(
    ({ find_moments_config: { criterion: one } }) => (one as typeof criterion).name === criterion.name,
  );

const credits = (entries: readonly { amount: number }[]) => entries.map(({ amount }) => amount);

describe('attaching a criterion', () => {
  it('[ATT-11] [ERR-2] is refused with 402 when the balance does not cover the backfill, and nothing is attached', async () => {
    const { attachPath, collection, api, balance, ledger, estimate } = await account(ALL - 1);
    const before = (await ledger()).total;
    const answer = await service.call('POST', attachPath, { criterion });
    expect(answer.status).toBe(402);
    expect(answer.body.error).toMatch(/would cost 4 credits, and the balance is 3; nothing was started/);
    expect(answer.headers.get('x-vau-cost')).toBeNull();
    await service.drain();
    expect(await api.attachments(collection)).toEqual([]);
    expect(await own()).toEqual([]);
    expect(judge.asked).toEqual([]);
    expect(await balance()).toMatchObject({ balance: 3, committed: 0, available: 3 });
    expect((await ledger()).total).toBe(before);
    expect(await estimate(collection, { criterion })).toEqual({
      cost: 4,
      runs: 3,
      reused: 0,
      unknown_length: 0,
      balance: 3,
      available: 3,
      sufficient: false,
    });
  });

  it('[ERR-2] is refused with 400, 402, 404 and 500, each as documented', async () => {
    const { attachPath } = await account(0);
    const status = async (where: string, body: object) => (await service.call('POST', where, body)).status;
    const other = await addCollection(service, { collection_type: 'metadata' });
    const nobody = '/collections/00000000-0000-4000-8000-000000000000/moment-criteria';
    expect(await status(attachPath, { criterion: { ...criterion, name: 'Not a name' } })).toBe(400);
    expect(await status(`/collections/${other}/moment-criteria`, { criterion })).toBe(400);
    expect(await status(nobody, { criterion })).toBe(404);
    expect(await status(attachPath, { criterion })).toBe(402);
    script.judge = undefined;
    expect(await status(attachPath, { criterion })).toBe(500);
  });

  it('[ATT-11] two at once do not both pass a precheck that only one can pay', async () => {
    const { attachPath, balance, ledger } = await account(ALL + 1);
    const names = ['first', 'second'].map((name) => ({ ...criterion, name }));
    const answers = await Promise.all(
      names.map((one) => service.call('POST', attachPath, { criterion: one })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 402]);
    expect(answers.find(({ status }) => status === 402)?.body.error).toContain(
      'of which 4 are for work started before',
    );
    expect(await balance()).toEqual({ balance: 5, committed: 4, available: 1, notional: false });
    await service.drain();
    expect(await balance()).toMatchObject({ balance: 1, committed: 0, available: 1 });
    expect(credits((await ledger('limit=3')).entries).sort()).toEqual([-1, -1, -2]);
  });

  it('[COST-1] [ATT-9] charges nothing; each run is charged when it begins, for each minute that has begun', async () => {
    const { attachPath, balance, ledger } = await account(10);
    const answer = await service.call('POST', attachPath, { criterion });
    expect([answer.status, answer.headers.get('x-vau-cost')]).toEqual([201, '0']);
    expect(await balance()).toMatchObject({ balance: 10, committed: 4, available: 6 });
    const seen: unknown[] = [];
    judge.before = async () => void seen.push((await balance()).balance);
    await service.drain();
    expect(new Set(seen).size).toBe(3);
    expect(await balance()).toMatchObject({ balance: 6, committed: 0 });
    const { entries } = await ledger();
    for (const { job_id, url, cost } of await own()) {
      const seconds = LENGTHS[files.indexOf(url.slice('vau://files/'.length))] ?? 0;
      expect(cost).toBe(Math.ceil(seconds / 60));
      expect(entries.filter(({ resource }) => resource === job_id)).toEqual([
        {
          entry_id: expect.any(String),
          created_at: expect.any(Number),
          kind: 'charge',
          operation: 'find-moments.run',
          resource: job_id,
          amount: -Number(cost),
          reason: expect.stringContaining(criterion.name),
        },
      ]);
    }
  });

  it('[ATT-10] [COST-2] an earlier run is free, for a criterion that is attached again and in another collection', async () => {
    const { collection, api, balance, estimate } = await account(ALL);
    await api.attach(collection, { criterion });
    await service.drain();
    expect(await balance()).toMatchObject({ balance: 0 });
    const second = await addCollection(service);
    for (const file of files) await addFile(service, second, file);
    await service.drain();
    expect(await estimate(second, { criterion })).toMatchObject({ cost: 0, reused: 3, sufficient: true });
    await api.attach(collection, { criterion });
    await api.attach(second, { criterion });
    await service.drain();
    expect(await api.attachments(second)).toMatchObject([
      { backfill_status: 'completed', files_completed: 3 },
    ]);
    expect(await balance()).toMatchObject({ balance: 0, committed: 0 });
    expect(judge.asked).toHaveLength(3);
  });

  it('[COST-1] a run that fails is refunded, and is charged again when it is tried again', async () => {
    const { collection, api, balance, ledger } = await account(10);
    judge.before = async ({ duration }) => {
      if (duration > 60.5) throw new Error('the endpoint answers 500');
    };
    await api.attach(collection, { criterion });
    await service.drain();
    expect(await api.attachments(collection)).toMatchObject([{ files_completed: 2, files_failed: 1 }]);
    expect(await balance()).toMatchObject({ balance: 8, committed: 0 });
    const runs = await own('status=failed');
    expect(runs).toMatchObject([{ cost: 0 }]);
    const { entries } = await ledger(`resource=${runs[0]?.job_id}`);
    expect(entries).toMatchObject([
      { kind: 'refund', amount: 2, reason: 'the run failed: the endpoint answers 500' },
      { kind: 'charge', amount: -2 },
    ]);
    judge.before = async () => undefined;
    await api.attach(collection, { criterion });
    await service.drain();
    expect(await balance()).toMatchObject({ balance: 6, committed: 0 });
  });

  it('a file that is added later and cannot be paid for fails with the reason, and is not charged', async () => {
    const { collection, api, balance } = await account(ALL);
    await api.attach(collection, { criterion });
    await service.drain();
    const later = await addRecording(service, [[1, 4, 'Ada', 'One more promise.']], 40);
    await addFile(service, collection, later);
    await service.drain();
    const [attachment] = await api.attachments(collection);
    expect(attachment).toMatchObject({ files_completed: 3, files_failed: 1 });
    const runs = await own('status=failed');
    expect(runs[0]?.error).toMatch(/costs 1 credits, and the balance is 0; top the account up/);
    expect(await balance()).toMatchObject({ balance: 0, committed: 0 });
  });

  it('[COST-1] refuses what would cost more than cost_limit, and starts nothing', async () => {
    const { collection, attachPath, api, balance } = await account(10);
    const over = await service.call('POST', `${attachPath}?cost_limit=3.5`, { criterion });
    expect(over.status).toBe(402);
    expect(over.body.error).toContain('would cost 4 credits, more than cost_limit 3.5');
    expect(await api.attachments(collection)).toEqual([]);
    expect(await balance()).toMatchObject({ committed: 0 });
    expect((await service.call('POST', `${attachPath}?cost_limit=4`, { criterion })).status).toBe(201);
    await service.drain();
  });
});

describe('a run over one file', () => {
  const url = (file = '') => `vau://files/${file}`;

  it('[COST-1] is charged by the request that asks for it, whose header says its cost; one that is there costs 0', async () => {
    const { balance, ledger } = await account(5);
    const body = { url: url(files[1]), criterion };
    const first = await service.call('POST', '/find-moments', body);
    expect([first.status, first.headers.get('x-vau-cost')]).toEqual([200, '2']);
    expect(await balance()).toMatchObject({ balance: 3, committed: 0 });
    const second = await service.call('POST', '/find-moments', body);
    expect([second.status, second.headers.get('x-vau-cost')]).toEqual([200, '0']);
    await service.drain();
    expect(await balance()).toMatchObject({ balance: 3 });
    expect(credits((await ledger(`resource=${first.body.job_id}`)).entries)).toEqual([-2]);
    const again = await service.call('POST', '/find-moments', { ...body, cache_policy: 'refresh' });
    expect(again.headers.get('x-vau-cost')).toBe('2');
    const broke = await service.call('POST', '/find-moments', { ...body, cache_policy: 'refresh' });
    expect(broke.status).toBe(402);
    const limited = await service.call('POST', '/find-moments?cost_limit=0.5', {
      url: url(files[0]),
      criterion,
    });
    expect(limited.status).toBe(402);
    const guess = await service.call('POST', '/find-moments/estimate', { url: url(files[0]), criterion });
    expect(guess.body).toMatchObject({ cost: 1, runs: 1, reused: 0, available: 1, sufficient: true });
    await service.drain();
  });

  it('[COST-1] [MOM-5] is refunded when it is deleted in flight, or its file is; not when it is completed', async () => {
    const { api, balance } = await account(10);
    const third = await addRecording(service, HARBOUR, 50);
    await service.drain();
    const ask = (file: string | undefined, name: string) =>
      api.find({ url: url(file), criterion: { ...criterion, name } });
    const done = await ask(files[0], 'done');
    await service.drain();
    const flying = await ask(files[1], 'flying');
    await ask(third, 'gone');
    expect(await balance()).toMatchObject({ balance: 6 });
    expect(await api.remove(flying.job_id)).toMatchObject({ refunded: true });
    expect(await balance()).toMatchObject({ balance: 8 });
    expect((await service.call('DELETE', `/files/${third}`)).status).toBe(200);
    expect(await balance()).toMatchObject({ balance: 9 });
    expect(await api.remove(done.job_id)).toMatchObject({ refunded: false });
    await service.drain();
    expect(await balance()).toMatchObject({ balance: 9, committed: 0 });
  });

  it('over a file that is not processed yet is charged when it begins', async () => {
    const { balance } = await account(5);
    const file = await addRecording(service, HARBOUR, 61);
    const answer = await service.call('POST', '/find-moments', { url: url(file), criterion });
    expect(answer.headers.get('x-vau-cost')).toBe('0');
    expect(await balance()).toMatchObject({ balance: 5, committed: 1 });
    await service.drain();
    expect(await balance()).toMatchObject({ balance: 3, committed: 0 });
  });
});

describe('the ledger of an account', () => {
  it('[COST-1] is read in pages, the newest first, and holds nothing of another account', async () => {
    const { ledger } = await account(10);
    const other = money(await withCredits(opened, 7));
    const whole = await ledger('limit=100');
    expect(whole.entries).toHaveLength(whole.total);
    const first = await ledger('limit=3');
    const rest = await ledger(`limit=100&cursor=${first.next_cursor}`);
    expect([...first.entries, ...rest.entries]).toEqual(whole.entries);
    expect(rest.next_cursor).toBeUndefined();
    expect(whole.entries.at(-1)).toMatchObject({ kind: 'opening', amount: 0 });
    expect(await other.ledger()).toMatchObject({ total: 1, entries: [{ amount: 7 }] });
    expect(await other.balance()).toMatchObject({ balance: 7 });
  });

  it('[COST-1] the account of the embedded service starts with plenty, and says that its credits are notional', async () => {
    expect(await money(opened).balance()).toMatchObject({ notional: true, balance: 1_000_000_000 });
    const { body } = await opened.call('GET', '/billing/rates');
    expect(body).toMatchObject({
      rates: [{ operation: 'find-moments.run', unit: 'minute of media', credits: 1 }],
    });
  });
});
